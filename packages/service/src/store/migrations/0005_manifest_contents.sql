UPDATE clusters SET document = jsonb_set(document, '{manifests}', (
  SELECT jsonb_agg(file || jsonb_build_object('content', (file->>'folder') || '/' || (file->>'fileName')))
  FROM jsonb_array_elements(document->'manifests') AS file))
WHERE jsonb_typeof(document->'manifests') = 'array' AND document->'manifests' <> '[]';
