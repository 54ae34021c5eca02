// Answers in few bytes. One call for a whole answer: the streams that the plugin would put around each cost more than the rest.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const pack = promisify(gzip);

/** What machines ask for is small and often: it is the lists of people far away that are worth the work. */
const threshold = 65_536;

export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload: unknown, done) => {
    // What is no text is a download, which tells its length and answers ranges.
    if (typeof payload !== "string" || payload.length < threshold || reply.hasHeader("content-encoding")) return done();
    const vary = reply.getHeader("vary");
    reply.header("vary", vary ? `${vary}, accept-encoding` : "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) return done();
    pack(payload, { level: 4 }).then(
      (packed) => {
        reply.header("content-encoding", "gzip").removeHeader("content-length");
        done(null, packed);
      },
      (error: Error) => done(error),
    );
  });
}

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  typeof accepted === "string" && /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted);
