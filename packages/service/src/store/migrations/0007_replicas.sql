CREATE TABLE replicas (
  id uuid PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX hosts_present ON hosts (id) WHERE deleted_at IS NULL;
