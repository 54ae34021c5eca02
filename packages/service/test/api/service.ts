import { runningService } from "../running-service.ts";

/** One service for all of api.test.ts: starting one takes longer than most of its tests. */
export const service = runningService({ BASE_DNS_DOMAINS: "example.com:Z1/route53,lab.example.com:Z2/other" });
