import { byteLength } from "../byte-length.ts";
import type { Clevis, IgnitionConfig, Luks, Tang } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { checkPath } from "./path.ts";
import { checkResource } from "./resource.ts";

const longestLabel = 47;

/** Encrypted devices. */
export function checkLuks(config: IgnitionConfig, report: Report): void {
  for (const [index, luks] of (config.storage?.luks ?? []).entries()) {
    checkDevice(config, luks, ["storage", "luks", index], report);
  }
}

function checkDevice(config: IgnitionConfig, luks: Luks, at: Place, report: Report): void {
  const { cex, clevis, device = "", keyFile, label = "", name } = luks;
  if (name === "" || name.includes("/")) report("luks_name", [...at, "name"], quote(name));
  checkPath(device, [...at, "device"], report);
  if (byteLength(label) > longestLabel) {
    report("label_too_long", [...at, "label"], quote(label), { needed: `at most ${longestLabel} characters` });
  }
  if (keyFile) checkResource(config, keyFile, [...at, "keyFile"], report);
  if (clevis) checkPins(clevis, [...at, "clevis"], report);
  if (cex?.enabled && (keyFile?.source || isUsed(clevis))) report("luks_cex", [...at, "cex"], "both");
}

const isUsed = ({ custom, tang = [], threshold, tpm2 }: Clevis = {}): boolean =>
  tpm2 === true || tang.length > 0 || threshold !== undefined || custom?.pin !== undefined;

function checkPins({ custom, tang = [], threshold, tpm2 }: Clevis, at: Place, report: Report): void {
  for (const [index, server] of tang.entries()) checkTang(server, [...at, "tang", index], report);
  if (!custom || (custom.pin === undefined && custom.config === undefined)) return;
  if (tpm2 || tang.length > 0 || threshold) report("clevis_custom", at, "both");
  if (!["tpm2", "tang", "sss"].includes(custom.pin ?? "")) {
    report("clevis_pin", [...at, "custom", "pin"], custom.pin === undefined ? "nothing" : quote(custom.pin));
  }
  if (!custom.config) report("clevis_config", [...at, "custom", "config"], "nothing");
}

function checkTang({ advertisement, thumbprint, url }: Tang, at: Place, report: Report): void {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) report("tang_url", [...at, "url"], "something else");
  if (!thumbprint) report("tang_thumbprint", [...at, "thumbprint"], "nothing");
  if (advertisement && !isJson(advertisement))
    report("tang_advertisement", [...at, "advertisement"], "text that is not JSON");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
