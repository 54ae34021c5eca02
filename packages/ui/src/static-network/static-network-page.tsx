export function StaticNetworkPage() {
  return null;
}
