CREATE FUNCTION expect_rows(expected bigint, written bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF written <> expected THEN
    RAISE EXCEPTION 'somebody else wrote it meanwhile' USING ERRCODE = 'MU409';
  END IF;
END $$;
