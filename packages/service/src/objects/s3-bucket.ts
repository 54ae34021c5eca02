import { StartError } from "../start-error.ts";
import { askS3, ObjectStoreAway, type S3Place, S3Refusal } from "./s3-client.ts";

/** Makes sure that the bucket is there and may be used; makes it when asked to. */
export async function requireBucket(place: S3Place, create: boolean): Promise<void> {
  try {
    if (await isThere(place)) return;
    if (create) return await make(place);
  } catch (error) {
    throw cannotUse(place, error);
  }
  throw new StartError(
    `the object store at ${place.endpoint} has no bucket ${place.bucket}`,
    "make the bucket, correct S3_BUCKET, or set CREATE_S3_BUCKET=true to have it made",
  );
}

/** Asked by listing, which answers with a reason where HEAD cannot; whoever may not list could not work either. */
async function isThere(place: S3Place): Promise<boolean> {
  try {
    const answer = await askS3(place, { method: "GET", query: { "list-type": "2", "max-keys": "1" } });
    await answer.body?.cancel();
    return true;
  } catch (error) {
    if (error instanceof S3Refusal && error.status === 404) return false;
    throw error;
  }
}

async function make(place: S3Place): Promise<void> {
  // The first region is the one that must not be named.
  const where = `<CreateBucketConfiguration><LocationConstraint>${place.region}</LocationConstraint></CreateBucketConfiguration>`;
  const body = place.region === "us-east-1" ? {} : { body: Buffer.from(where) };
  try {
    await (await askS3(place, { method: "PUT", ...body })).body?.cancel();
  } catch (error) {
    // Replicas that start together all try.
    if (error instanceof S3Refusal && error.code === "BucketAlreadyOwnedByYou") return;
    throw error;
  }
}

function cannotUse({ endpoint, bucket, region }: S3Place, error: unknown): unknown {
  if (error instanceof ObjectStoreAway) {
    return new StartError(
      `the object store at ${endpoint} does not answer`,
      "check S3_ENDPOINT_URL and that the store runs, or set STORAGE=filesystem",
      { cause: error },
    );
  }
  if (!(error instanceof S3Refusal)) return error;
  if (error.status >= 300 && error.status < 400) {
    return new StartError(`the bucket ${bucket} is not in region ${region} of ${endpoint}`, "correct S3_REGION", {
      cause: error,
    });
  }
  return new StartError(
    `the object store at ${endpoint} does not let this service use the bucket ${bucket} (${error.status} ${error.code})`,
    "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, S3_REGION, and what this user may do with the bucket",
    { cause: error },
  );
}
