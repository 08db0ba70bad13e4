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
