-- The second factors that accounts have enrolled, by which accounts know what the next sign-in asks for. A feature that
-- brings another one, or goes, replaces this view.
create view second_factor as
  select account_id, authenticator_type as kind from authenticator where active;
