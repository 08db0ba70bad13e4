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
