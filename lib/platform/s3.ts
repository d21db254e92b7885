import { S3Client } from "@aws-sdk/client-s3";
import { rawEnv } from "./raw-env";
import { processSingleton } from "./singleton";

/**
 * Keys, region and endpoint are those that every program for S3 looks for: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION,
 * AWS_ENDPOINT_URL_S3; or a machine's own role.
 */
export const s3 = (): S3Client =>
  processSingleton("s3", () => {
    const elsewhere = rawEnv.AWS_ENDPOINT_URL_S3 ?? rawEnv.AWS_ENDPOINT_URL;
    return new S3Client({
      region: rawEnv.AWS_REGION ?? rawEnv.AWS_DEFAULT_REGION ?? "us-east-1",
      // Others than Amazon's have no name for each bucket, and may not know its newest checksums.
      ...(elsewhere && { endpoint: elsewhere, forcePathStyle: true }),
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  });
