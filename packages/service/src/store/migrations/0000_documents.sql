CREATE TABLE clusters (
  id uuid PRIMARY KEY,
  version bigint NOT NULL,
  status text NOT NULL,
  kind text NOT NULL,
  user_name text NOT NULL,
  org_id text NOT NULL,
  openshift_cluster_id uuid,
  document jsonb NOT NULL,
  wake_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX clusters_owner ON clusters (user_name);
--> statement-breakpoint
CREATE INDEX clusters_wake ON clusters (wake_at);
--> statement-breakpoint
CREATE TABLE infra_envs (
  id uuid PRIMARY KEY,
  version bigint NOT NULL,
  cluster_id uuid,
  user_name text NOT NULL,
  org_id text NOT NULL,
  document jsonb NOT NULL,
  wake_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX infra_envs_cluster ON infra_envs (cluster_id);
--> statement-breakpoint
CREATE INDEX infra_envs_wake ON infra_envs (wake_at);
--> statement-breakpoint
CREATE TABLE hosts (
  id uuid NOT NULL,
  infra_env_id uuid NOT NULL,
  cluster_id uuid,
  status text NOT NULL,
  document jsonb NOT NULL,
  inventory jsonb,
  connectivity jsonb,
  domain_name_resolutions jsonb,
  free_addresses jsonb,
  validations jsonb,
  checked_in_at timestamptz(3),
  clock_seconds bigint,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (id, infra_env_id)
) WITH (fillfactor = 80);
--> statement-breakpoint
CREATE INDEX hosts_cluster ON hosts (cluster_id);
--> statement-breakpoint
CREATE INDEX hosts_infra_env ON hosts (infra_env_id);
--> statement-breakpoint
CREATE TABLE events (
  number bigserial PRIMARY KEY,
  name text NOT NULL,
  severity text NOT NULL,
  category text NOT NULL,
  message text NOT NULL,
  cluster_id uuid,
  host_id uuid,
  infra_env_id uuid,
  request_id uuid,
  props jsonb,
  time timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE INDEX events_cluster ON events (cluster_id, number);
--> statement-breakpoint
CREATE INDEX events_host ON events (host_id, number);
--> statement-breakpoint
CREATE INDEX events_infra_env ON events (infra_env_id, number);
--> statement-breakpoint
CREATE TABLE secrets (
  owner_id uuid NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (owner_id, name)
);
