// `npm run dev`: pages from source, redrawn as files change; requests go to a service that runs already.
import { createServer } from "vite";
import { service, viteConfig } from "./vite-config.ts";

const server = await createServer({ ...viteConfig, configFile: false });
await server.listen();
server.printUrls();
console.log(`Requests are passed on to ${service}. MUSTER_URL names another service; \`npm start\` starts one.`);
