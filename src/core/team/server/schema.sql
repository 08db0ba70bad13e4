-- The team's schema. `npm run team -- init` applies it, in one transaction, to a database that has no team.

-- Tables of the team, and the extension's index on their texts (its schema is on the search path). They belong to team_owner, a role that cannot log in; desks reach them through functions alone.

CREATE TABLE team.server (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The number of this schema, and the SHA-256 of the text that made it.
  schema integer NOT NULL,
  schema_sha256 text NOT NULL,
  team_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What an invitation says: host, port and certificate authority as desks see them, and the public key of the team's root.
  host text NOT NULL DEFAULT '',
  port integer NOT NULL DEFAULT 5432,
  ca text NOT NULL DEFAULT '',
  root_key text NOT NULL DEFAULT '',
  -- A fingerprint of the key under which desks share masked customers. The key itself is never here.
  customer_key_id text NOT NULL DEFAULT '',
  -- PostgreSQL's own timeline as it was last seen. It changes with a fail-over, which may have lost the newest commits.
  timeline integer NOT NULL,
  timeline_since timestamptz NOT NULL DEFAULT now(),
  -- A supervisor ended the wait for desks that have not resent since the timeline changed.
  wait_ended boolean NOT NULL DEFAULT false
);

CREATE TABLE team.desk (
  desk_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  login text NOT NULL UNIQUE,
  -- In generated order ids. Readers issue nothing and have none.
  code text UNIQUE CHECK (code ~ '^[2-9A-HJKMNP-TV-Z]{3}$'),
  stream integer NOT NULL DEFAULT 1 CHECK (stream > 0),
  head_seq bigint NOT NULL DEFAULT 0,
  head_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(head_hash) = 32),
  state text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'active', 'frozen', 'revoked')),
  invited_until timestamptz NOT NULL,
  -- Null: every merchant.
  merchants text[],
  last_seen timestamptz,
  -- The timeline in which this desk has last sent everything it had.
  in_step_timeline integer NOT NULL DEFAULT 0
);

CREATE TABLE team.event (
  desk_id uuid NOT NULL REFERENCES team.desk,
  stream integer NOT NULL,
  seq bigint NOT NULL,
  at text NOT NULL,
  kind text NOT NULL,
  intent_id uuid,
  -- As the desk wrote it, never parsed here. Without a salt: masked. Null: only the proof is shared.
  body text,
  salt bytea CHECK (length(salt) = 16),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  previous bytea NOT NULL CHECK (length(previous) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  received_at timestamptz NOT NULL DEFAULT now(),
  -- The later event that named this one as erased. `verify` holds it against that event and the request's row.
  erased_by bigint,
  PRIMARY KEY (desk_id, stream, seq),
  -- A salt and a digest would reveal a masked card number by guessing.
  CHECK (salt IS NULL OR body IS NOT NULL)
) PARTITION BY HASH (desk_id);

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE team.event_%s PARTITION OF team.event FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END
$$;

-- A customer of a masked profile: an HMAC, which is found whole or not at all.
CREATE FUNCTION team.is_masked(customer text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT starts_with(customer, 'hmac-sha256:') $$;

-- What a search looks for parts in. By ICU: in a database of locale C `lower` would know no Cyrillic. Without a search path of its own,
-- so that PostgreSQL writes it out in the index and in the query that uses the index.
CREATE FUNCTION team.searched_text(order_id text, customer text) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$
  SELECT lower((order_id || E'\n' || CASE WHEN team.is_masked(customer) THEN '' ELSE coalesce(customer, '') END)
    COLLATE "und-x-icu")
$$;

CREATE TABLE team.request (
  created_at timestamptz NOT NULL,
  desk_id uuid NOT NULL REFERENCES team.desk,
  intent_id uuid NOT NULL,
  stream integer NOT NULL,
  merchant text NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  customer text,
  cents bigint,
  currency text,
  outcome text NOT NULL,
  state text,
  -- How its unknown was closed: `found`, `absent`, `reissued`. Null: it is open, or was never unknown.
  resolution text,
  last_seq bigint NOT NULL,
  -- The desk's row, for screens. Null: not shared whole.
  document text,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (created_at, desk_id, intent_id)
) PARTITION BY RANGE (created_at);
-- Clocks are wrong: a row of any time has a place.
CREATE TABLE team.request_other PARTITION OF team.request DEFAULT;
CREATE INDEX request_order ON team.request (order_id);
CREATE INDEX request_since ON team.request (desk_id, stream, last_seq);
CREATE INDEX request_text ON team.request USING gin (searched_text(order_id, customer) gin_trgm_ops);
CREATE INDEX request_masked ON team.request (customer) WHERE is_masked(customer);

CREATE TABLE team.intent (
  -- Of its desk alone: a login that uses another desk's id neither takes that intent nor keeps a lock on it.
  intent_id uuid NOT NULL,
  desk_id uuid NOT NULL REFERENCES team.desk,
  -- Of its request, as first told, so that an intent has one row.
  created_at timestamptz,
  -- The event that closed it; 0: an administrator freed its order. A closed intent cannot claim.
  closed_by bigint,
  PRIMARY KEY (intent_id, desk_id)
);

CREATE TABLE team.claim (
  merchant text NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  desk_id uuid NOT NULL REFERENCES team.desk,
  intent_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  -- Whether its request has come here as sent. Until then a login may only have said that it will send the order.
  was_sent boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merchant, order_id)
);
CREATE INDEX claim_of_intent ON team.claim (intent_id);
CREATE INDEX claim_open ON team.claim (desk_id) WHERE NOT was_sent;

CREATE TABLE team.conflict (
  conflict_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant text NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  -- Who held the order, and who sent it all the same.
  held_by uuid NOT NULL REFERENCES team.desk,
  held_intent uuid NOT NULL,
  sent_by uuid NOT NULL REFERENCES team.desk,
  sent_intent uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (held_by, held_intent, sent_by, sent_intent)
);
CREATE INDEX conflict_of_order ON team.conflict (merchant, order_id);

CREATE TABLE team.branch (
  desk_id uuid NOT NULL REFERENCES team.desk,
  stream integer NOT NULL,
  -- Where the chain that arrived leaves the chain that is here.
  seq bigint NOT NULL,
  here bytea NOT NULL,
  arrived bytea NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (desk_id, stream, seq, arrived)
);

-- ----------------------------------------------------------------------------
-- What a desk writes. Each function acts for session_user, whatever role or search path the caller has set.

CREATE FUNCTION team.current_timeline() RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer $$;

-- The hash of a link: the same bytes as `hashOf` of the desk's chain.ts hashes. STABLE and without a search path of its own, so that
-- PostgreSQL writes it out in the query that calls it; called for each event it would be half the cost of an append.
CREATE FUNCTION team.link_hash(previous bytea, seq bigint, at text, kind text, digest bytea) RETURNS bytea
LANGUAGE sql STABLE AS
$$
  SELECT sha256(convert_to(
    '["' || encode(previous, 'hex') || '",' || seq || ',' || to_json(at)::text || ',' || to_json(kind)::text
      || ',"' || encode(digest, 'hex') || '"]', 'UTF8'))
$$;

CREATE FUNCTION team.own_desk() RETURNS team.desk
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT desk FROM team.desk AS desk WHERE login = session_user $$;

-- Remembers a timeline that has changed since the last call of any desk.
CREATE FUNCTION team.notice_timeline() RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  seen integer := current_timeline();
BEGIN
  IF EXISTS (SELECT FROM server WHERE timeline IS DISTINCT FROM seen) THEN
    -- One login that keeps its transaction open after noticing must not keep every other desk waiting.
    PERFORM FROM server FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE server SET timeline = seen, timeline_since = clock_timestamp(), wait_ended = false
        WHERE timeline IS DISTINCT FROM seen;
    END IF;
  END IF;
  RETURN seen;
END
$$;

-- The first call of an invited desk, after it has set a password of its own.
CREATE FUNCTION team.accept() RETURNS TABLE (outcome text, desk_id uuid, code text, team_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET lock_timeout = '1500ms' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk;
BEGIN
  SELECT * INTO own FROM desk WHERE login = session_user FOR NO KEY UPDATE;
  IF own.desk_id IS NULL THEN
    RETURN QUERY SELECT 'not_of_team', NULL::uuid, NULL::text, NULL::uuid;
    RETURN;
  END IF;
  IF own.state = 'invited' AND own.invited_until < clock_timestamp() THEN
    RETURN QUERY SELECT 'invitation_expired', NULL::uuid, NULL::text, NULL::uuid;
    RETURN;
  END IF;
  IF own.state = 'invited' THEN
    -- Nothing of a new desk was lost by a fail-over: claims do not wait for its first sending. One that comes back may have to resend.
    UPDATE desk SET state = 'active',
        in_step_timeline = CASE WHEN own.last_seen IS NULL THEN notice_timeline() ELSE in_step_timeline END
      WHERE desk_id = own.desk_id RETURNING * INTO own;
  END IF;
  RETURN QUERY SELECT own.state, own.desk_id, own.code, server.team_id FROM server;
END
$$;

-- What is wrong with a batch of events in itself, or null: lengths, order, links, digests. In plpgsql, as everything that every
-- append runs: it keeps its plans, while a function in SQL is planned again at each call.
CREATE FUNCTION team.batch_fault(
  seqs bigint[], ats text[], kinds text[], bodies text[], salts bytea[], digests bytea[], previouses bytea[], hashes bytea[]
) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  wrong record;
BEGIN
  IF cardinality(seqs) = 0 THEN
    RETURN NULL;
  END IF;
  SELECT link.* INTO wrong
    FROM unnest(seqs, ats, kinds, bodies, salts, digests, previouses, hashes, NULL::bytea || hashes[:cardinality(hashes) - 1])
      WITH ORDINALITY AS link (seq, at, kind, body, salt, digest, previous, hash, before, place)
    WHERE (
      link.seq = seqs[1] + link.place - 1
      AND (link.place = 1 OR link.previous = link.before)
      AND (link.salt IS NULL OR (link.body IS NOT NULL AND link.digest = sha256(link.salt || convert_to(link.body, 'UTF8'))))
      AND link.hash = link_hash(link.previous, link.seq, link.at, link.kind, link.digest)
    ) IS DISTINCT FROM true
    ORDER BY link.place LIMIT 1;
  RETURN CASE
    WHEN wrong.place IS NULL THEN NULL
    WHEN wrong.seq IS NULL OR wrong.at IS NULL OR wrong.kind IS NULL OR wrong.digest IS NULL
      OR wrong.previous IS NULL OR wrong.hash IS NULL THEN 'event ' || wrong.place || ' of the batch is not whole'
    WHEN wrong.seq IS DISTINCT FROM seqs[1] + wrong.place - 1 THEN 'event ' || wrong.seq || ' is out of order'
    WHEN wrong.place > 1 AND wrong.previous IS DISTINCT FROM hashes[wrong.place - 1]
      THEN 'event ' || wrong.seq || ' does not follow the one before it'
    WHEN wrong.salt IS NOT NULL AND wrong.body IS NULL THEN 'event ' || wrong.seq || ' has a salt without its body'
    WHEN wrong.salt IS NOT NULL AND wrong.digest IS DISTINCT FROM sha256(wrong.salt || convert_to(wrong.body, 'UTF8'))
      THEN 'the digest of event ' || wrong.seq || ' is not that of its body'
    ELSE 'the hash of event ' || wrong.seq || ' is not that of its content'
  END;
END
$$;

-- Whether a login may hold orders of a merchant. Training orders hold nothing that is worth anything.
CREATE FUNCTION team.may_claim(own team.desk, merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT own.merchants IS NULL OR merchant = ANY (own.merchants) OR starts_with(merchant, 'sandbox:') $$;

-- Orders that one intent has just given up. Where other desks sent the order too, the first of their requests has it now, and each
-- further one is in conflict with that.
CREATE FUNCTION team.pass_on(merchants text[], orders text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, team, pg_temp AS
$$
  WITH party AS (
    SELECT c.merchant, c.order_id, side.desk_id, side.intent_id, min(c.conflict_id) AS since
    FROM (SELECT DISTINCT * FROM unnest(merchants, orders)) AS given (merchant, order_id)
      JOIN conflict AS c ON c.merchant = given.merchant AND c.order_id = given.order_id
      CROSS JOIN LATERAL (VALUES (c.held_by, c.held_intent), (c.sent_by, c.sent_intent)) AS side (desk_id, intent_id)
      LEFT JOIN intent ON intent.intent_id = side.intent_id AND intent.desk_id = side.desk_id
    WHERE intent.closed_by IS NULL
    GROUP BY c.merchant, c.order_id, side.desk_id, side.intent_id),
  heir AS (
    SELECT DISTINCT ON (merchant, order_id COLLATE "C") * FROM party
    ORDER BY merchant, order_id COLLATE "C", since, desk_id, intent_id),
  held AS (
    INSERT INTO claim (merchant, order_id, desk_id, intent_id, was_sent)
      SELECT merchant, order_id, desk_id, intent_id, true FROM heir ON CONFLICT DO NOTHING
      RETURNING merchant, order_id, desk_id, intent_id)
  INSERT INTO conflict (merchant, order_id, held_by, held_intent, sent_by, sent_intent)
    SELECT party.merchant, party.order_id, held.desk_id, held.intent_id, party.desk_id, party.intent_id
    FROM held JOIN party USING (merchant, order_id)
    WHERE (party.desk_id, party.intent_id) IS DISTINCT FROM (held.desk_id, held.intent_id)
    ON CONFLICT DO NOTHING;
$$;

-- Holds the orders of requests that were sent, frees those of closed ones, and records an order that two intents have sent. Orders are
-- taken in sorted order, and freed after that: two appends cannot wait for each other.
CREATE FUNCTION team.settle_claims(
  own team.desk, intents uuid[], merchants text[], orders text[], outcomes text[], closes boolean[], last_seqs bigint[]
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  told record;
  holder team.claim;
BEGIN
  INSERT INTO claim AS held (merchant, order_id, desk_id, intent_id, was_sent)
    SELECT line.merchant, line.order_id, own.desk_id, line.intent, true
    FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND may_claim(own, line.merchant)
    ORDER BY line.merchant COLLATE "C", line.order_id COLLATE "C", line.intent
    ON CONFLICT DO NOTHING;
  UPDATE claim SET was_sent = true
    FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND claim.merchant = line.merchant
      AND claim.order_id = line.order_id AND claim.intent_id = line.intent AND claim.desk_id = own.desk_id AND NOT claim.was_sent;
  -- Resolved as absent, and a late answer or a callback says that it exists; or freed by a person, and it had been sent.
  UPDATE intent SET closed_by = NULL FROM unnest(intents, outcomes, closes) AS line (intent, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND intent.intent_id = line.intent
      AND intent.desk_id = own.desk_id AND intent.closed_by IS NOT NULL;
  IF true = ANY (closes) THEN
    UPDATE intent SET closed_by = line.last_seq FROM unnest(intents, closes, last_seqs) AS line (intent, closes, last_seq)
      WHERE line.closes AND intent.intent_id = line.intent AND intent.desk_id = own.desk_id AND intent.closed_by IS NULL;
    DELETE FROM claim USING unnest(intents, merchants, orders, closes) AS line (intent, merchant, order_id, closes)
      WHERE line.closes AND claim.merchant = line.merchant AND claim.order_id = line.order_id AND claim.intent_id = line.intent
        AND claim.desk_id = own.desk_id;
    PERFORM pass_on(array_agg(line.merchant), array_agg(line.order_id))
      FROM unnest(merchants, orders, closes) AS line (merchant, order_id, closes) WHERE line.closes;
  END IF;
  -- Orders that another intent had: perhaps one that this batch closes, or an earlier row of it.
  FOR told IN
    SELECT line.* FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
      LEFT JOIN claim ON claim.merchant = line.merchant AND claim.order_id = line.order_id AND claim.intent_id = line.intent
        AND claim.desk_id = own.desk_id
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND claim.intent_id IS NULL AND may_claim(own, line.merchant)
    ORDER BY line.merchant COLLATE "C", line.order_id COLLATE "C", line.intent
  LOOP
    INSERT INTO claim (merchant, order_id, desk_id, intent_id, was_sent)
      VALUES (told.merchant, told.order_id, own.desk_id, told.intent, true) ON CONFLICT DO NOTHING;
    CONTINUE WHEN FOUND;
    SELECT * INTO holder FROM claim WHERE merchant = told.merchant AND order_id = told.order_id;
    IF (holder.desk_id, holder.intent_id) IS DISTINCT FROM (own.desk_id, told.intent) AND holder.intent_id IS NOT NULL THEN
      -- Every desk reads these, and the holder's append goes through them: a login that says it again and again is not heard further.
      CONTINUE WHEN (
        SELECT count(DISTINCT told_before.sent_intent) FROM conflict AS told_before
        WHERE told_before.merchant = told.merchant AND told_before.order_id = told.order_id AND told_before.sent_by = own.desk_id) >= 5;
      INSERT INTO conflict (merchant, order_id, held_by, held_intent, sent_by, sent_intent)
        VALUES (told.merchant, told.order_id, holder.desk_id, holder.intent_id, own.desk_id, told.intent)
        ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
END
$$;

-- Appends the next links of the caller's own stream, and its rows of the requests they are about. `log_seq`: the newest event of
-- the desk's log. `erased`: events whose bodies an event of this batch names as erased, because the desk's retention time is over.
-- What is here already is skipped; anything else than the next link is refused whole.
CREATE FUNCTION team.append(
  stream integer, log_seq bigint, erased bigint[],
  seqs bigint[], ats text[], kinds text[], event_intents uuid[], bodies text[], salts bytea[], digests bytea[],
  previouses bytea[], hashes bytea[],
  intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[], cents bigint[],
  currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[], closes boolean[]
) RETURNS TABLE (outcome text, head_seq bigint, head_hash bytea, detail text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET lock_timeout = '5s' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk;
  fault text;
  -- Where a chain that arrived leaves the chain that is here, and the two hashes.
  forked bigint;
  here bytea;
  arrived bytea;
  next_place integer;
BEGIN
  -- NO KEY: the foreign keys of a claim's rows look at this row too, and a claim must not wait for an append.
  SELECT * INTO own FROM desk WHERE login = session_user FOR NO KEY UPDATE;
  IF own.state IS DISTINCT FROM 'active' THEN
    RETURN QUERY SELECT coalesce(own.state, 'not_of_team'), own.head_seq, own.head_hash, NULL::text;
    RETURN;
  END IF;
  IF append.stream IS DISTINCT FROM own.stream THEN
    RETURN QUERY SELECT 'other_stream', own.head_seq, own.head_hash, own.stream::text;
    RETURN;
  END IF;
  fault := append_fault(seqs, ats, kinds, event_intents, bodies, salts, digests, previouses, hashes,
    own.desk_id, intents, created_ats, merchants, orders, customers, cents, currencies, outcomes, states, resolutions, last_seqs,
    documents, closes);
  IF fault IS NOT NULL THEN
    RETURN QUERY SELECT 'refused', own.head_seq, own.head_hash, fault;
    RETURN;
  END IF;
  -- The cursor of every reader follows these.
  IF EXISTS (SELECT FROM unnest(last_seqs) AS told WHERE told NOT BETWEEN 1 AND greatest(own.head_seq, seqs[cardinality(seqs)])) THEN
    RETURN QUERY SELECT 'refused', own.head_seq, own.head_hash, 'a row names an event that is not there';
    RETURN;
  END IF;
  IF seqs[1] > own.head_seq + 1 THEN
    RETURN QUERY SELECT 'gap', own.head_seq, own.head_hash, NULL::text;
    RETURN;
  END IF;

  -- An event that is here under another hash, or a next one that follows another: two copies of the desk append.
  IF seqs[1] <= own.head_seq THEN
    SELECT link.seq, kept.hash, link.hash INTO forked, here, arrived
      FROM unnest(seqs, hashes) AS link (seq, hash)
      JOIN event AS kept ON kept.desk_id = own.desk_id AND kept.stream = own.stream AND kept.seq = link.seq
      WHERE kept.hash IS DISTINCT FROM link.hash ORDER BY link.seq LIMIT 1;
  ELSIF seqs[1] = own.head_seq + 1 AND previouses[1] IS DISTINCT FROM own.head_hash THEN
    SELECT own.head_seq, own.head_hash, previouses[1] INTO forked, here, arrived;
  END IF;
  IF forked IS NOT NULL THEN
    INSERT INTO branch (desk_id, stream, seq, here, arrived)
      VALUES (own.desk_id, own.stream, forked, here, arrived) ON CONFLICT DO NOTHING;
    UPDATE desk SET state = 'frozen' WHERE desk_id = own.desk_id;
    RETURN QUERY SELECT 'forked', own.head_seq, own.head_hash, forked::text;
    RETURN;
  END IF;

  next_place := own.head_seq + 2 - coalesce(seqs[1], own.head_seq + 1);
  IF cardinality(seqs) >= next_place THEN
    INSERT INTO event (desk_id, stream, seq, at, kind, intent_id, body, salt, digest, previous, hash)
      SELECT own.desk_id, own.stream, link.seq, link.at, link.kind, link.intent, link.body, link.salt, link.digest, link.previous,
        link.hash
      FROM unnest(seqs[next_place:], ats[next_place:], kinds[next_place:], event_intents[next_place:], bodies[next_place:],
        salts[next_place:], digests[next_place:], previouses[next_place:], hashes[next_place:])
        AS link (seq, at, kind, intent, body, salt, digest, previous, hash);
  END IF;
  IF cardinality(intents) > 0 THEN
    PERFORM store_rows(own.desk_id, own.stream, intents, created_ats, merchants, orders, customers, cents, currencies, outcomes,
      states, resolutions, last_seqs, documents);
  END IF;
  IF cardinality(erased) > 0 THEN
    -- Of a request only by an event about the same one: a login empties nothing in passing.
    UPDATE event SET body = NULL, salt = NULL, erased_by = naming.seq
      FROM unnest(seqs, kinds, event_intents) AS naming (seq, kind, intent)
      WHERE event.desk_id = own.desk_id AND event.stream = own.stream AND event.seq = ANY (erased) AND event.body IS NOT NULL
        AND event.seq < naming.seq AND (event.intent_id IS NULL OR naming.intent = event.intent_id)
        AND naming.kind IN ('requisites_erased', 'callbacks_erased', 'texts_erased');
  END IF;
  IF cardinality(intents) > 0 THEN
    PERFORM settle_claims(own, intents, merchants, orders, outcomes, closes, last_seqs);
  END IF;

  UPDATE desk SET
      head_seq = greatest(own.head_seq, coalesce(seqs[cardinality(seqs)], 0)),
      head_hash = CASE WHEN seqs[cardinality(seqs)] > own.head_seq THEN hashes[cardinality(seqs)] ELSE own.head_hash END,
      last_seen = clock_timestamp(),
      in_step_timeline = CASE
        WHEN greatest(own.head_seq, coalesce(seqs[cardinality(seqs)], 0)) >= log_seq THEN notice_timeline()
        ELSE own.in_step_timeline END
    WHERE desk_id = own.desk_id RETURNING * INTO own;
  RETURN QUERY SELECT 'appended', own.head_seq, own.head_hash, NULL::text;
END
$$;

-- What is wrong with the arguments of `append`, or null.
CREATE FUNCTION team.append_fault(
  seqs bigint[], ats text[], kinds text[], event_intents uuid[], bodies text[], salts bytea[], digests bytea[],
  previouses bytea[], hashes bytea[],
  own uuid, intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[], cents bigint[],
  currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[], closes boolean[]
) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  events integer := coalesce(cardinality(seqs), 0);
  rows integer := coalesce(cardinality(intents), 0);
  fresh integer;
BEGIN
  IF events > 500 OR rows > 500 THEN
    RETURN 'at most 500 events and 500 rows at once';
  END IF;
  IF (cardinality(seqs), cardinality(ats), cardinality(kinds), cardinality(event_intents), cardinality(bodies), cardinality(salts),
      cardinality(digests), cardinality(previouses), cardinality(hashes))
      IS DISTINCT FROM (events, events, events, events, events, events, events, events, events) THEN
    RETURN 'the arrays of events differ in length';
  END IF;
  IF (cardinality(intents), cardinality(created_ats), cardinality(merchants), cardinality(orders), cardinality(customers), cardinality(cents),
      cardinality(currencies), cardinality(outcomes), cardinality(states), cardinality(resolutions), cardinality(last_seqs),
      cardinality(documents), cardinality(closes))
      IS DISTINCT FROM (rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows) THEN
    RETURN 'the arrays of rows differ in length';
  END IF;
  IF rows = 0 THEN
    RETURN batch_fault(seqs, ats, kinds, bodies, salts, digests, previouses, hashes);
  END IF;
  IF EXISTS (
    SELECT FROM unnest(intents, created_ats, merchants, orders, outcomes, last_seqs, closes) AS line (i, c, m, o, u, l, x)
    WHERE (i IS NOT NULL AND c IS NOT NULL AND m IS NOT NULL AND o IS NOT NULL AND u IS NOT NULL AND l IS NOT NULL AND x IS NOT NULL)
      IS DISTINCT FROM true
  ) THEN
    RETURN 'a row is not whole';
  END IF;
  -- What no desk can read would hide the rows of every desk.
  IF EXISTS (SELECT FROM unnest(created_ats) AS c WHERE c NOT BETWEEN '1900-01-01 00:00Z' AND '9999-01-01 00:00Z')
    OR EXISTS (SELECT FROM unnest(cents) AS c WHERE c NOT BETWEEN -9007199254740991 AND 9007199254740991) THEN
    RETURN 'a row has a time or an amount that no desk writes';
  END IF;
  IF (SELECT count(DISTINCT i) FROM unnest(intents) AS i) IS DISTINCT FROM rows::bigint THEN
    RETURN 'a request has two rows';
  END IF;
  -- Locked in sorted order, before any claim: two appends cannot wait for each other.
  INSERT INTO intent (intent_id, desk_id, created_at)
    SELECT i, own, c FROM unnest(intents, created_ats) AS line (i, c) ORDER BY i ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS fresh = ROW_COUNT;
  IF fresh < rows THEN
    PERFORM FROM intent WHERE intent_id = ANY (intents) AND desk_id = own ORDER BY intent_id FOR UPDATE;
  END IF;
  RETURN batch_fault(seqs, ats, kinds, bodies, salts, digests, previouses, hashes);
END
$$;

CREATE FUNCTION team.store_rows(
  own uuid, stream integer, intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[],
  cents bigint[], currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[]
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_column
BEGIN
  UPDATE intent SET created_at = told.created_at
    FROM unnest(intents, created_ats) AS told (intent_id, created_at)
    WHERE intent.intent_id = told.intent_id AND intent.desk_id = own AND intent.created_at IS NULL;
  INSERT INTO request (created_at, desk_id, intent_id, stream, merchant, order_id, customer, cents, currency, outcome, state,
      resolution, last_seq, document)
    SELECT intent.created_at, own, told.intent_id, store_rows.stream, told.merchant, told.order_id, told.customer, told.cents,
      told.currency, told.outcome, told.state, told.resolution, told.last_seq, told.document
    FROM unnest(intents, merchants, orders, customers, cents, currencies, outcomes, states, resolutions, last_seqs, documents)
      AS told (intent_id, merchant, order_id, customer, cents, currency, outcome, state, resolution, last_seq, document)
    JOIN intent ON intent.intent_id = told.intent_id AND intent.desk_id = own
    ON CONFLICT (created_at, desk_id, intent_id) DO UPDATE SET
      stream = excluded.stream, merchant = excluded.merchant, order_id = excluded.order_id, customer = excluded.customer,
      cents = excluded.cents, currency = excluded.currency, outcome = excluded.outcome, state = excluded.state,
      resolution = excluded.resolution, last_seq = excluded.last_seq, document = excluded.document, received_at = now()
    -- Sent again after a lost answer: an older row does not replace a newer one.
    WHERE (request.stream, request.last_seq) <= (excluded.stream, excluded.last_seq);
END
$$;

-- ----------------------------------------------------------------------------
-- One order of a merchant is sent by one intent of one desk.

-- Whether every desk of the last day has sent everything since the timeline changed: a fail-over may have lost claims.
CREATE FUNCTION team.is_waiting() RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  now_in integer := current_timeline();
BEGIN
  IF EXISTS (SELECT FROM server WHERE timeline IS DISTINCT FROM now_in) THEN
    PERFORM notice_timeline();
  END IF;
  RETURN EXISTS (
    SELECT FROM desk, server
    -- Until the change is on record, the end of an earlier wait says nothing.
    WHERE (NOT server.wait_ended OR server.timeline IS DISTINCT FROM now_in) AND desk.state = 'active' AND desk.in_step_timeline IS DISTINCT FROM now_in
      AND desk.last_seen > server.timeline_since - interval '1 day');
END
$$;

-- Never locks the row of a desk: appending half a thousand events must not delay a claim.
CREATE FUNCTION team.claim(intent uuid, merchant text, order_id text)
RETURNS TABLE (outcome text, holder_login text, holder_code text, holder_intent uuid, is_own boolean, since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET lock_timeout = '1500ms' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
  told team.intent;
  holder team.claim;
  refusal text;
  -- A login learns who works for its own merchants.
  is_shown boolean := may_see(own, claim.merchant);
BEGIN
  IF claim.intent IS NULL OR claim.merchant IS NULL OR claim.order_id IS NULL THEN
    RAISE EXCEPTION 'a claim names an intent, a merchant and an order' USING ERRCODE = '22004';
  END IF;
  IF own.state IS DISTINCT FROM 'active' OR own.code IS NULL THEN
    refusal := CASE WHEN own.state = 'active' THEN 'reader' ELSE coalesce(own.state, 'not_of_team') END;
  ELSIF NOT may_claim(own, claim.merchant) THEN
    -- Before anything is looked up: the answer tells nothing about orders of that merchant.
    refusal := 'other_merchant';
  ELSIF is_waiting() THEN
    refusal := 'waiting';
  ELSE
    INSERT INTO intent (intent_id, desk_id) VALUES (claim.intent, own.desk_id) ON CONFLICT DO NOTHING;
    SELECT * INTO told FROM intent WHERE intent_id = claim.intent AND desk_id = own.desk_id FOR UPDATE;
    IF told.closed_by IS NOT NULL THEN
      refusal := 'closed';
    END IF;
  END IF;
  -- A batch sends 16 at once, and their events follow within a second. A login that only claims is stopped here.
  IF refusal IS NULL AND (SELECT count(*) FROM claim AS open WHERE open.desk_id = own.desk_id AND NOT open.was_sent) >= 500
    AND NOT EXISTS (SELECT FROM claim AS held WHERE held.intent_id = claim.intent AND held.desk_id = own.desk_id) THEN
    refusal := 'too_many';
  END IF;
  IF refusal IS NOT NULL THEN
    RETURN QUERY SELECT refusal, NULL::text, NULL::text, NULL::uuid, NULL::boolean, NULL::timestamptz;
    RETURN;
  END IF;
  -- Its holder may free the order between the two statements.
  FOR attempt IN 1..10 LOOP
    INSERT INTO claim (merchant, order_id, desk_id, intent_id)
      VALUES (claim.merchant, claim.order_id, own.desk_id, claim.intent) ON CONFLICT DO NOTHING;
    SELECT * INTO holder FROM claim AS held WHERE held.merchant = claim.merchant AND held.order_id = claim.order_id;
    EXIT WHEN holder.intent_id IS NOT NULL;
  END LOOP;
  RETURN QUERY
    SELECT CASE WHEN holder.intent_id = claim.intent AND holder.desk_id = own.desk_id THEN 'yours' ELSE 'held' END,
      CASE WHEN is_shown THEN desk.login END, CASE WHEN is_shown THEN desk.code END, CASE WHEN is_shown THEN holder.intent_id END,
      holder.desk_id = own.desk_id, CASE WHEN is_shown THEN holder.since END
    FROM desk WHERE desk.desk_id = holder.desk_id;
END
$$;

-- ----------------------------------------------------------------------------
-- What a login reads: rows of the merchants it may see. Revoked and invited logins read nothing.

-- Without a search path of its own, so that PostgreSQL writes it out in the query that calls it.
CREATE FUNCTION team.may_see(own team.desk, merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT (own.state IN ('active', 'frozen') AND (own.merchants IS NULL OR merchant = ANY (own.merchants))) IS TRUE $$;

-- Orders that two desks have sent, of the merchants that the login may see. One that its desk knows not to exist at the provider is
-- none any more; nor is one that a desk itself sent twice, which is that desk's own affair.
CREATE FUNCTION team.seen_conflicts(own team.desk) RETURNS SETOF team.conflict
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT c.* FROM conflict AS c
  WHERE may_see(own, c.merchant) AND c.held_by <> c.sent_by
    AND NOT EXISTS (
      SELECT FROM intent AS ended
      WHERE (ended.intent_id, ended.desk_id) IN ((c.held_intent, c.held_by), (c.sent_intent, c.sent_by)) AND ended.closed_by > 0)
    -- A pair counts once, also where the order went from one of the two to the other.
    AND NOT EXISTS (
      SELECT FROM conflict AS same
      WHERE (same.held_by, same.held_intent, same.sent_by, same.sent_intent) = (c.sent_by, c.sent_intent, c.held_by, c.held_intent)
        AND same.conflict_id < c.conflict_id)
  ORDER BY own.desk_id IN (c.held_by, c.sent_by) DESC, c.conflict_id DESC LIMIT 500
$$;

-- How the caller stands, in one question: polled by every desk.
CREATE FUNCTION team.standing()
RETURNS TABLE (team_id uuid, desk_id uuid, code text, state text, stream integer, head_seq bigint, head_hash bytea,
  is_waiting boolean, server_time timestamptz, conflicts bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT server.team_id, own.desk_id, own.code, own.state, own.stream, own.head_seq, own.head_hash, is_waiting(),
    clock_timestamp(), (SELECT count(*) FROM seen_conflicts(own))
  FROM server, own_desk() AS own WHERE own.desk_id IS NOT NULL
$$;

CREATE FUNCTION team.desks() RETURNS TABLE (desk_id uuid, login text, code text, state text, stream integer, head_seq bigint, last_seen timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT desk.desk_id, desk.login, desk.code, desk.state, desk.stream, desk.head_seq, desk.last_seen
  FROM desk, own_desk() AS own WHERE own.state IN ('active', 'frozen') ORDER BY desk.login
$$;

-- Texts are cut and documents bounded where they are read: a desk writes them as long as it likes, and every desk reads them.
CREATE TYPE team.request_row AS (
  created_at timestamptz, desk_id uuid, intent_id uuid, stream integer, merchant text, order_id text, customer text, cents bigint,
  currency text, outcome text, state text, last_seq bigint, received_at timestamptz);

-- Rows that changed after the cursor, a vector of desk, stream and seq. A desk that is not in it is read from its beginning; one
-- whose head has not moved since is not read at all.
CREATE FUNCTION team.changes(desks uuid[], streams integer[], seqs bigint[], most integer) RETURNS SETOF team.request_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
BEGIN
  RETURN QUERY
    SELECT changed.* FROM desk
      LEFT JOIN unnest(changes.desks, changes.streams, changes.seqs) AS known (desk_id, stream, seq) USING (desk_id)
      CROSS JOIN LATERAL (
        SELECT r.created_at, r.desk_id, r.intent_id, r.stream, left(r.merchant, 500), left(r.order_id, 500), left(r.customer, 500), r.cents,
          left(r.currency, 500), left(r.outcome, 500), left(r.state, 500), r.last_seq, r.received_at
        FROM request AS r
        WHERE r.desk_id = desk.desk_id AND (r.stream, r.last_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0))
          AND may_see(own, r.merchant)
        ORDER BY r.stream, r.last_seq LIMIT least(most, 500)) AS changed
    WHERE (desk.stream, desk.head_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0));
END
$$;

-- The caller's own events after one, for a log that was restored from an older backup.
CREATE FUNCTION team.own_tail(stream integer, after bigint, most integer)
RETURNS TABLE (seq bigint, at text, kind text, intent_id uuid, body text, salt bytea, digest bytea, previous bytea, hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT e.seq, e.at, e.kind, e.intent_id, e.body, e.salt, e.digest, e.previous, e.hash
  FROM event AS e, own_desk() AS own
  WHERE own.state IN ('active', 'frozen') AND e.desk_id = own.desk_id AND e.stream = own_tail.stream AND e.seq > own_tail.after
  ORDER BY e.seq LIMIT least(most, 500)
$$;

CREATE FUNCTION team.conflicts()
RETURNS TABLE (merchant text, order_id text, held_by uuid, held_intent uuid, sent_by uuid, sent_intent uuid, recorded_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT left(c.merchant, 500), left(c.order_id, 500), c.held_by, c.held_intent, c.sent_by, c.sent_intent, c.recorded_at
  FROM own_desk() AS own, seen_conflicts(own) AS c
$$;

-- ----------------------------------------------------------------------------
-- What the team's log reads: pages with filters, of the merchants that a login may see.

-- A desk's merchants of sandbox profiles begin with this. Training is told apart from what was really issued.
CREATE FUNCTION team.is_sandbox(merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT starts_with(merchant, 'sandbox:') $$;

-- Without a search path of its own, so that PostgreSQL writes it out. The length is known without reading the text.
CREATE FUNCTION team.shown_document(document text) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN octet_length(document) <= 20000 THEN document END $$;

CREATE TYPE team.page_row AS (
  created_at timestamptz, received_at timestamptz, intent_id uuid, stream integer, desk_id uuid, login text, code text, is_own boolean,
  merchant text, order_id text, customer text, cents bigint, currency text, outcome text, state text, resolution text, last_seq bigint, document text);

-- Newest first, after the row of `before` and `before_intent`. `desk` is a login. Null: every desk, outcome or mode.
CREATE FUNCTION team.page(
  desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET statement_timeout = '5s' AS
$$
  SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, left(r.merchant, 500),
    left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
    left(r.resolution, 500), r.last_seq, shown_document(r.document)
  FROM own_desk() AS own, request AS r JOIN desk AS d USING (desk_id)
  WHERE (page.before IS NULL OR (r.created_at, r.intent_id) < (page.before, page.before_intent))
    AND (page.desk IS NULL OR d.login = page.desk) AND (page.wanted IS NULL OR r.outcome = page.wanted)
    AND (page.sandbox IS NULL OR is_sandbox(r.merchant) = page.sandbox) AND may_see(own, r.merchant)
  ORDER BY r.created_at DESC, r.intent_id DESC LIMIT least(page.most, 500)
$$;

-- Requests of a span, from `since` up to before `until`, whose order id or customer matches, with the filters of a page: by trigrams
-- alone. A plan that may also walk the newest rows chooses wrongly where it takes a rare text for a common one, and reads every row.
CREATE FUNCTION team.page_by_trigrams(
  own team.desk, pattern text, masked text, of_desk uuid, wanted text, sandbox boolean, since timestamptz, until timestamptz, most integer
) RETURNS TABLE (created_at timestamptz, desk_id uuid, intent_id uuid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, team, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS
$$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH hit AS MATERIALIZED (
      SELECT r.created_at, r.desk_id, r.intent_id
      FROM request AS r
      WHERE r.created_at >= page_by_trigrams.since AND r.created_at < page_by_trigrams.until
        AND (searched_text(r.order_id, r.customer) LIKE pattern ESCAPE '!' OR is_masked(r.customer) AND r.customer = page_by_trigrams.masked)
        AND (of_desk IS NULL OR r.desk_id = of_desk) AND (wanted IS NULL OR r.outcome = wanted)
        AND (sandbox IS NULL OR is_sandbox(r.merchant) = sandbox) AND may_see(own, r.merchant))
    SELECT hit.created_at, hit.desk_id, hit.intent_id FROM hit ORDER BY hit.created_at DESC, hit.intent_id DESC LIMIT most;
END
$$;

-- Orders with exactly this id, by B-tree; where there are none, 3 characters or more of an order id or a customer: among the newest
-- 5,000 rows by walking them, among the others month by month. `masked`: a whole customer as masked profiles share it; null: none.
CREATE FUNCTION team.search(
  part text, masked text, desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET TimeZone = 'UTC' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
  -- Null: too short for its parts to be looked for; a customer of masked profiles is found all the same.
  pattern text := CASE WHEN length(part) >= 3
    THEN '%' || replace(replace(replace(lower(part COLLATE "und-x-icu"), '!', '!!'), '%', '!%'), '_', '!_') || '%' END;
  of_desk uuid := (SELECT d.desk_id FROM desk AS d WHERE d.login = search.desk);
  is_exact boolean := EXISTS (SELECT FROM request AS r WHERE r.order_id = search.part AND may_see(own, r.merchant));
  page integer := least(search.most, 500);
  told integer;
  edge timestamptz;
  first_row timestamptz;
  since timestamptz;
BEGIN
  IF search.desk IS NOT NULL AND of_desk IS NULL OR NOT is_exact AND pattern IS NULL AND masked IS NULL THEN
    RETURN;
  END IF;
  IF NOT is_exact THEN
    SELECT r.created_at INTO edge FROM request AS r WHERE search.before IS NULL OR r.created_at <= search.before
      ORDER BY r.created_at DESC OFFSET 5000 LIMIT 1;
  END IF;
  -- Two texts: a plan that serves both would use neither index.
  RETURN QUERY EXECUTE '
    SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = ($3).desk_id, left(r.merchant, 500),
      left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
      left(r.resolution, 500), r.last_seq, shown_document(r.document)
    FROM request AS r JOIN desk AS d USING (desk_id)
    WHERE ' || CASE WHEN is_exact THEN 'r.order_id = $1'
      ELSE 'r.created_at >= $10 AND (searched_text(r.order_id, r.customer) LIKE $2 ESCAPE ''!'' OR r.customer = $11)'
      END || ' AND ($4 IS NULL OR (r.created_at, r.intent_id) < ($4, $5)) AND ($6 IS NULL OR r.desk_id = $6)
      AND ($7 IS NULL OR r.outcome = $7) AND ($8 IS NULL OR is_sandbox(r.merchant) = $8) AND may_see($3, r.merchant)
    ORDER BY r.created_at DESC, r.intent_id DESC LIMIT $9'
    USING part, pattern, own, search.before, before_intent, of_desk, search.wanted, search.sandbox, page, coalesce(edge, '-infinity'), masked;
  GET DIAGNOSTICS told = ROW_COUNT;
  page := page - told;
  SELECT min(r.created_at) INTO first_row FROM request AS r;
  FOR step IN 0..24 LOOP
    EXIT WHEN page <= 0 OR edge IS NULL OR edge <= first_row;
    -- Rows of a clock that was years behind are looked at together.
    since := CASE WHEN step = 24 THEN '-infinity' ELSE date_trunc('month', edge - interval '1 microsecond') END;
    RETURN QUERY
      SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, left(r.merchant, 500),
        left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
        left(r.resolution, 500), r.last_seq, shown_document(r.document)
      FROM page_by_trigrams(own, pattern, masked, of_desk, search.wanted, search.sandbox, since, edge, page) AS hit
        JOIN request AS r USING (created_at, desk_id, intent_id) JOIN desk AS d USING (desk_id)
      ORDER BY r.created_at DESC, r.intent_id DESC;
    GET DIAGNOSTICS told = ROW_COUNT;
    page := page - told;
    edge := since;
  END LOOP;
END
$$;

-- A connection that the desk lost counts until the server notices. A desk's next connection for the same purpose ends it: only
-- sessions of the caller's own login, with the caller's own application_name, that began before it.
CREATE FUNCTION team.end_older() RETURNS integer
LANGUAGE sql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT count(pg_terminate_backend(older.pid))::integer
  FROM pg_stat_activity AS older JOIN pg_stat_activity AS own ON own.pid = pg_backend_pid()
  WHERE older.usename = session_user AND older.application_name = own.application_name AND older.pid <> own.pid
    AND older.backend_start < own.backend_start
$$;

-- ----------------------------------------------------------------------------
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

-- ----------------------------------------------------------------------------
-- A login of the team can connect and execute these functions, and nothing else.

DO $$
DECLARE
  offered text;
BEGIN
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA team FROM PUBLIC;
  REVOKE ALL ON ALL TABLES IN SCHEMA team FROM PUBLIC;
  REVOKE ALL ON SCHEMA team FROM PUBLIC;
  GRANT USAGE ON SCHEMA team TO team_desk;
  FOR offered IN
    SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'team'::regnamespace AND proname IN (
      'accept', 'append', 'claim', 'standing', 'desks', 'changes', 'own_tail', 'conflicts',
      'page', 'search', 'end_older',
      'people', 'put_person', 'put_paper', 'sign_paper', 'papers', 'end_paper')
  LOOP
    EXECUTE 'GRANT EXECUTE ON FUNCTION ' || offered || ' TO team_desk';
  END LOOP;
END
$$;
