import type { Readable } from "node:stream";
import type { BodyOf, HeadersOf, OperationId, ParamsOf, QueryOf, ResponsesOf } from "@muster/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../auth/caller.ts";

/** A request that has passed every check of its route. */
export type Request<Id extends OperationId> = Readonly<{
  params: ParamsOf<Id>;
  query: QueryOf<Id>;
  headers: HeadersOf<Id>;
  body: BodyOf<Id>;
  /** Also in the answer's X-Request-Id, in logs and in the events that the request causes. */
  requestId: string;
  caller: Caller;
  /** For what stays open: whether the caller would be let in now. */
  isStillLetIn(): Promise<boolean>;
  /** For the few routes that stream: uploads, image ranges, live feeds. */
  raw: FastifyRequest;
  reply: FastifyReply;
}>;

type Bytes = Readable | Uint8Array | string;

/** What a handler answers: a status that its route declares, with that status's body. */
export type Answer<Id extends OperationId> = {
  [Status in keyof ResponsesOf<Id>]: Readonly<{
    status: Status;
    body: ResponsesOf<Id>[Status] | Bytes;
    headers?: Readonly<Record<string, string | number>>;
  }>;
}[keyof ResponsesOf<Id>];

export type Handler<Id extends OperationId> = (request: Request<Id>) => Answer<Id> | Promise<Answer<Id>>;

/** Some of the operations; what nobody handles answers 501. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };
