import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiError, type Client, ConnectionError, createClient, errorBody, infraErrorBody } from "./index.ts";

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
type Seen = {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
};

let answer: (response: ServerResponse) => void = (response) => response.end();
let seen: Seen = { headers: {}, body: "" };

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() };
  answer(response);
});

let baseUrl = "";
let client: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  client = createClient({ baseUrl: `${baseUrl}/`, headers: async () => ({ authorization: "Bearer token" }) });
});
afterAll(() => void server.close());

const replies = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = (response) =>
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
};

describe("a call", () => {
  test("sends what the route says and returns the parsed answer", async () => {
    replies(200, [{ id, name: "lab" }]);
    const clusters = await client.call("v2ListClusters", {
      query: { with_hosts: true, ams_subscription_ids: ["a", "b"] },
    });
    expect(clusters[0]?.name).toBe("lab");
    expect(seen).toMatchObject({
      method: "GET",
      url: "/api/assisted-install/v2/clusters?with_hosts=true&ams_subscription_ids=a%2Cb",
      headers: { authorization: "Bearer token", accept: "application/json" },
    });
  });

  test("sends a body as JSON, also when it is one string", async () => {
    replies(201, "");
    const body = '{"fips":true}';
    expect(await client.call("v2UpdateClusterInstallConfig", { params: { cluster_id: id }, body })).toBeUndefined();
    expect(seen).toMatchObject({ method: "PATCH", headers: { "content-type": "application/json" } });
    expect(JSON.parse(seen.body)).toBe(body);
  });

  test("leaves out what is undefined, and sends headers of the operation", async () => {
    replies(200, {});
    const query = { "exclude-hosts": undefined };
    await client.call("v2GetCluster", {
      params: { cluster_id: id },
      query,
      headers: { discovery_agent_version: "v1" },
    });
    expect(seen).toMatchObject({
      url: `/api/assisted-install/v2/clusters/${id}`,
      headers: { discovery_agent_version: "v1" },
    });
  });

  test("uploads a file", async () => {
    replies(204, "");
    const call = { params: { cluster_id: id }, query: { logs_type: "controller" } } as const;
    await client.call("V2UploadLogs", { ...call, body: { upfile: new File(["the logs"], "logs.tar.gz") } });
    expect(seen.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.body).toMatch(/name="upfile"; filename="logs.tar.gz"[\s\S]*the logs/);
  });

  test("hands a download over as it comes", async () => {
    replies(200, "apiVersion: v1");
    const call = { params: { cluster_id: id }, query: { file_name: "kubeconfig" } } as const;
    const response = await client.call("V2DownloadClusterCredentials", call);
    expect(await response.text()).toBe("apiVersion: v1");
  });

  test("tells status and headers to those who ask", async () => {
    replies(200, [], { "Event-Count": "7" });
    const { status, headers, body } = await client.send("v2ListEvents");
    expect([status, headers.get("event-count"), body]).toEqual([200, "7", []]);
  });

  test("returns text where the route answers text", async () => {
    replies(200, "ok");
    expect(await client.call("getHealth")).toBe("ok");
  });
});

describe("a call that fails", () => {
  const failure = () => client.call("v2GetCluster", { params: { cluster_id: id } }).catch((error: unknown) => error);

  test("throws the service's reason", async () => {
    replies(404, errorBody(404, "There is no such cluster."));
    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: "There is no such cluster.",
      status: 404,
      code: "404",
      operation: "v2GetCluster",
      body: { kind: "Error" },
    });
  });

  test("throws the message of an authentication error", async () => {
    replies(401, infraErrorBody(401, "Who are you?"));
    expect(await failure()).toMatchObject({ status: 401, code: "401", reason: "Who are you?" });
  });

  test("makes the best of a page that some proxy sent", async () => {
    replies(502, "<html>Bad gateway</html>");
    expect(await failure()).toMatchObject({ status: 502, code: "502", reason: "<html>Bad gateway</html>" });
    replies(502, "");
    expect(await failure()).toMatchObject({ reason: "answered 502 without a reason" });
    replies(200, "<html>Log in</html>");
    expect(await failure()).toMatchObject({ name: "ApiError", status: 200, reason: "<html>Log in</html>" });
  });

  test("says whom it could not reach, and why", async () => {
    const nowhere = createClient({ baseUrl: "http://127.0.0.1:1" });
    const error = await nowhere.call("getHealth").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^cannot reach http:\/\/127\.0\.0\.1:1: .*(refused|bad port)/i),
    });
  });

  test("stops when told to", async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error("enough"));
    const call = client.call("v2ListClusters", { signal: stop.signal });
    await expect(call).rejects.toThrow("enough");
  });
});

test("the compiler knows what each operation takes and gives", () => {
  // Never called: the lines are what is tested, by the type check.
  const typed = async () => {
    const { status } = await client.call("v2GetCluster", { params: { cluster_id: id } });
    status satisfies "ready" | string;
    (await client.call("v2DeregisterCluster", { params: { cluster_id: id } })) satisfies undefined;
    // @ts-expect-error params are required
    await client.call("v2GetCluster");
    // @ts-expect-error the body is required
    await client.call("v2RegisterCluster", {});
    // @ts-expect-error not one of the choices
    await client.call("V2DownloadClusterFiles", { params: { cluster_id: id }, query: { file_name: "passwords" } });
    // @ts-expect-error there is no such operation
    await client.call("v2MakeCoffee");
  };
  expect(typed).toBeTypeOf("function");
});
