// Whether the service in this container is alive: exits with 0 or 1. It asks by TLS where plain HTTP is not understood.
import { get as plain } from "node:http";
import { get as encrypted } from "node:https";

const port = process.env.MUSTER_PORT || process.env.MUSTER_API_PORT || "8090";
// The certificate names the service as machines know it, not this address.
const options = { host: "127.0.0.1", port, path: "/health", timeout: 2_000, rejectUnauthorized: false };

const isAlive = (get) =>
  new Promise((resolve) => {
    const request = get(options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });

process.exit((await isAlive(plain)) || (await isAlive(encrypted)) ? 0 : 1);
