import { expect, test } from "vitest";
import { encryptionOf, encryptionRequest, tangProblem } from "./encryption.ts";

const tang = { enableOn: "all", mode: "tang", tang: "http://tang.example.com abc" } as const;

test("Tang servers are written as the wire has them, and read back", () => {
  const { disk_encryption } = encryptionRequest(tang);
  expect(disk_encryption).toEqual({
    enable_on: "all",
    mode: "tang",
    tang_servers: '[{"url":"http://tang.example.com","thumbprint":"abc"}]',
  });
  expect(encryptionOf(disk_encryption === undefined ? {} : { disk_encryption })).toEqual(tang);
});

test("servers without thumbprint or address are told, where Tang is used at all", () => {
  expect(tangProblem(tang)).toBeNull();
  expect(tangProblem({ ...tang, tang: "" })).not.toBeNull();
  expect(tangProblem({ ...tang, tang: "tang.example.com abc" })).not.toBeNull();
  expect(tangProblem({ ...tang, tang: "http://tang.example.com" })).not.toBeNull();
  expect(tangProblem({ ...tang, enableOn: "none", tang: "" })).toBeNull();
});
