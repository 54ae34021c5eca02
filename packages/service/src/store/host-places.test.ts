import { expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import { storedPlaces } from "./host-places.ts";

const ids = Array.from({ length: 3 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);

test("hosts that are asked for together are found with one question, and the unknown are not found", async () => {
  const database = await openTestDatabase();
  try {
    const insert = "insert into hosts (id, infra_env_id, cluster_id, status, document, updated_at, deleted_at)";
    await database.db.$client.query(
      `${insert} values ($1, $2, null, 'known', '{}', now(), null), ($2, $2, $1, 'known', '{}', now(), null),
        ($3, $2, null, 'known', '{}', now(), now())`,
      ids,
    );
    let questions = 0;
    database.db.$client.on("acquire", () => {
      questions += 1;
    });
    const places = storedPlaces(database.db);
    const [pool, cluster, deleted] = ids;
    expect(await Promise.all([...ids, ids[0] ?? ""].map((id) => places.find(id)))).toEqual([
      { infraEnvId: cluster, clusterId: null },
      { infraEnvId: cluster, clusterId: pool },
      null,
      { infraEnvId: cluster, clusterId: null },
    ]);
    expect(questions).toBe(1);
    await expect(places.find("not an id")).rejects.toThrow("uuid");
    expect(await places.find(deleted ?? "")).toBeNull();
  } finally {
    await database.close();
  }
});
