CREATE TABLE audit (
  number bigserial PRIMARY KEY,
  time timestamptz(3) NOT NULL,
  user_name text NOT NULL,
  org_id text NOT NULL,
  role text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  cluster_id uuid,
  infra_env_id uuid,
  host_id uuid,
  request_id uuid NOT NULL,
  address text NOT NULL
);
--> statement-breakpoint
CREATE INDEX audit_time ON audit (time);
--> statement-breakpoint
CREATE INDEX audit_cluster ON audit (cluster_id, number);
--> statement-breakpoint
CREATE TABLE revoked_hosts (
  host_id uuid PRIMARY KEY,
  revoked_at timestamptz(3) NOT NULL,
  revoked_by text NOT NULL
);
