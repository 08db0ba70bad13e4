-- What people of one desk sign and another desk acts on. Nothing is verified here: a desk verifies before it acts (signing.ts), so
-- that rows which a login makes up are as good as none. They must not hide real ones: nothing here is unique but what is signed.

-- The root key signs supervisors, supervisors sign others.
CREATE TABLE team.person (
  public_key text NOT NULL CHECK (length(public_key) < 200),
  role text NOT NULL CHECK (length(role) < 50),
  name text NOT NULL CHECK (length(name) < 500),
  signed_by text NOT NULL CHECK (length(signed_by) < 200),
  signature text NOT NULL CHECK (length(signature) < 200),
  -- Null: an administrator, by command.
  recorded_by uuid REFERENCES team.desk,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (public_key, role, name, signed_by, signature)
);

-- `approve`: its desk asks for a second person. `resolve`: another desk's supervisor says what became of an unknown.
CREATE TABLE team.paper (
  paper_id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('approve', 'resolve')),
  -- The desk that acts on it, and the one that wrote it.
  desk_id uuid NOT NULL REFERENCES team.desk,
  written_by uuid NOT NULL REFERENCES team.desk,
  merchant text NOT NULL,
  subject uuid NOT NULL,
  digest text NOT NULL CHECK (length(digest) < 200),
  content text NOT NULL CHECK (length(content) < 50000),
  -- As it is signed.
  expires_at text NOT NULL CHECK (length(expires_at) < 50),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- What its desk did with it; null: nothing yet.
  result text CHECK (length(result) < 500)
);
CREATE INDEX paper_open ON team.paper (recorded_at) WHERE result IS NULL;

CREATE TABLE team.paper_signature (
  paper_id uuid NOT NULL REFERENCES team.paper ON DELETE CASCADE,
  public_key text NOT NULL CHECK (length(public_key) < 200),
  signature text NOT NULL CHECK (length(signature) < 200),
  recorded_by uuid NOT NULL REFERENCES team.desk,
  -- One of each desk: a login cannot put its own in the place of one that another desk gave.
  PRIMARY KEY (paper_id, recorded_by)
);

CREATE FUNCTION team.people() RETURNS TABLE (public_key text, role text, name text, signed_by text, signature text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT one.public_key, one.role, one.name, one.signed_by, one.signature
  FROM person AS one, own_desk() AS own WHERE own.state IN ('active', 'frozen') ORDER BY one.recorded_at, one.public_key
$$;

-- A login that fills the list fills its own share alone.
CREATE FUNCTION team.put_person(public_key text, role text, name text, signed_by text, signature text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_variable
DECLARE
  own team.desk := own_desk();
BEGIN
  IF own.state IS DISTINCT FROM 'active' THEN
    RETURN coalesce(own.state, 'not_of_team');
  END IF;
  IF (SELECT count(*) FROM person AS one WHERE one.recorded_by = own.desk_id) >= 100 THEN
    RETURN 'too_many';
  END IF;
  INSERT INTO person (public_key, role, name, signed_by, signature, recorded_by)
    VALUES (public_key, role, name, signed_by, signature, own.desk_id) ON CONFLICT DO NOTHING;
  RETURN 'recorded';
END
$$;

-- A desk asks for its own cards alone; a supervisor's word can be for any desk whose merchant the login may see.
CREATE FUNCTION team.put_paper(
  paper uuid, purpose text, desk uuid, merchant text, subject uuid, digest text, content text, expires_at text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_variable
DECLARE
  own team.desk := own_desk();
BEGIN
  IF own.state IS DISTINCT FROM 'active' THEN
    RETURN coalesce(own.state, 'not_of_team');
  END IF;
  IF (purpose = 'approve' AND desk = own.desk_id OR purpose = 'resolve' AND may_see(own, merchant)) IS DISTINCT FROM true THEN
    RETURN 'other_desk';
  END IF;
  -- What is over is of no use to any desk.
  DELETE FROM paper AS old WHERE old.written_by = own.desk_id AND old.recorded_at < now() - interval '7 days';
  -- A login that writes without end must not push the papers of others off the list.
  IF (SELECT count(*) FROM paper AS open WHERE open.written_by = own.desk_id AND open.result IS NULL) >= 100
    OR (SELECT count(*) >= 5000 OR sum(octet_length(each.content)) > 10000000
        OR sum(octet_length(each.content)) FILTER (WHERE each.result IS NULL) > 1000000
      FROM paper AS each WHERE each.written_by = own.desk_id) THEN
    RETURN 'too_many';
  END IF;
  INSERT INTO paper (paper_id, purpose, desk_id, written_by, merchant, subject, digest, content, expires_at)
    VALUES (paper, purpose, desk, own.desk_id, merchant, subject, digest, content, expires_at) ON CONFLICT DO NOTHING;
  RETURN 'recorded';
END
$$;

CREATE FUNCTION team.sign_paper(paper uuid, public_key text, signature text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_variable
DECLARE
  own team.desk := own_desk();
BEGIN
  IF own.state IS DISTINCT FROM 'active' THEN
    RETURN coalesce(own.state, 'not_of_team');
  END IF;
  IF NOT EXISTS (
    SELECT FROM paper AS one WHERE one.paper_id = paper AND one.result IS NULL AND may_see(own, one.merchant)) THEN
    RETURN 'gone';
  END IF;
  INSERT INTO paper_signature (paper_id, public_key, signature, recorded_by)
    VALUES (paper, public_key, signature, own.desk_id)
    ON CONFLICT (paper_id, recorded_by) DO UPDATE SET public_key = excluded.public_key, signature = excluded.signature;
  RETURN 'signed';
END
$$;

-- Papers of the last week that the caller acts on, or may see; with their signatures, those that wait first, each newest first.
CREATE FUNCTION team.papers(only_own boolean)
RETURNS TABLE (paper_id uuid, purpose text, desk_id uuid, login text, written_by text, merchant text, subject uuid, digest text,
  content text, expires_at text, recorded_at timestamptz, result text, public_keys text[], signatures text[], signed_here boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT p.paper_id, p.purpose, p.desk_id, acting.login, writer.login, p.merchant, p.subject, p.digest, p.content, p.expires_at,
    p.recorded_at, p.result, coalesce(signed.public_keys, '{}'), coalesce(signed.signatures, '{}'),
    coalesce(signed.here, false)
  FROM own_desk() AS own, paper AS p
    JOIN desk AS acting USING (desk_id)
    JOIN desk AS writer ON writer.desk_id = p.written_by
    LEFT JOIN LATERAL (
      SELECT array_agg(s.public_key ORDER BY s.recorded_by, s.signature) AS public_keys,
        array_agg(s.signature ORDER BY s.recorded_by, s.signature) AS signatures, bool_or(s.recorded_by = own.desk_id) AS here
      FROM paper_signature AS s WHERE s.paper_id = p.paper_id) AS signed ON true
  WHERE p.recorded_at > now() - interval '7 days' AND (p.result IS NULL OR NOT only_own)
    AND CASE WHEN only_own THEN p.desk_id = own.desk_id AND own.state IN ('active', 'frozen') ELSE may_see(own, p.merchant) END
  -- Those that wait first: papers that their own writer has ended must not push them off the list.
  ORDER BY p.result IS NULL DESC, p.recorded_at DESC LIMIT 2000
$$;

-- By the desk that acts on it, or by the one that wrote it.
CREATE FUNCTION team.end_paper(paper uuid, result text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_variable
DECLARE
  own team.desk := own_desk();
BEGIN
  UPDATE paper AS one SET result = end_paper.result
    WHERE one.paper_id = paper AND one.result IS NULL AND own.desk_id IN (one.desk_id, one.written_by);
  RETURN CASE WHEN FOUND THEN 'ended' ELSE 'gone' END;
END
$$;
