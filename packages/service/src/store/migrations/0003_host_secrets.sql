INSERT INTO secrets (owner_kind, owner_id, name, value)
  SELECT 'host', id, 'host', jsonb_build_object(
    'ignitionEndpointToken', document->'ignitionEndpointToken',
    'ignitionEndpointHttpHeaders', document->'ignitionEndpointHttpHeaders',
    'fencingPassword', coalesce(document#>>'{fencingCredentials,password}', ''))::text
  FROM hosts WHERE deleted_at IS NULL AND (
    document->>'ignitionEndpointToken' <> ''
    OR document->'ignitionEndpointHttpHeaders' <> '{}'
    OR jsonb_typeof(document->'fencingCredentials') = 'object')
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE hosts SET document = document || '{"hasSecrets": true}'
  WHERE deleted_at IS NULL AND id IN (SELECT owner_id FROM secrets WHERE owner_kind = 'host');
--> statement-breakpoint
UPDATE hosts SET document = jsonb_set(document, '{fencingCredentials,password}', '""')
  WHERE jsonb_typeof(document->'fencingCredentials') = 'object';
--> statement-breakpoint
UPDATE hosts SET document = document - 'ignitionEndpointToken' - 'ignitionEndpointHttpHeaders';
