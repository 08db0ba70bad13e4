-- Tables of the team, and the extension's index on their texts (its schema is on the search path). They belong to team_owner, a role that cannot log in; desks reach them through functions alone.

CREATE TABLE team.server (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
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
