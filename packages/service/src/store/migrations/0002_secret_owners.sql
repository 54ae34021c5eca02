ALTER TABLE secrets ADD COLUMN owner_kind text;
--> statement-breakpoint
ALTER TABLE secrets DROP CONSTRAINT secrets_pkey;
--> statement-breakpoint
INSERT INTO secrets (owner_kind, owner_id, name, value)
  SELECT 'infra-env', owner_id, name, value FROM secrets WHERE owner_id IN (SELECT id FROM infra_envs)
  UNION ALL
  SELECT 'cluster', owner_id, name, value FROM secrets WHERE owner_id IN (SELECT id FROM clusters);
--> statement-breakpoint
DELETE FROM secrets WHERE owner_kind IS NULL;
--> statement-breakpoint
ALTER TABLE secrets ADD PRIMARY KEY (owner_kind, owner_id, name);
