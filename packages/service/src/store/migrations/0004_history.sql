-- Every group commit has a number; what it tells is numbered within it, 65536 places each. Events keep their order.
CREATE SEQUENCE commit_numbers;
--> statement-breakpoint
SELECT setval('commit_numbers', (SELECT coalesce(max(number), 0) / 65536 + 1 FROM events));
--> statement-breakpoint
CREATE TABLE history (
  position bigint NOT NULL,
  root_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  root_kind text NOT NULL,
  causes text NOT NULL,
  document jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX history_root ON history (root_id, position);
--> statement-breakpoint
CREATE INDEX history_position ON history USING brin (position) WITH (pages_per_range = 16, autosummarize = on);
