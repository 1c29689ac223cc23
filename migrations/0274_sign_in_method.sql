-- Sign-in methods besides the password, whichever features bring them. A feature that brings another one, or goes,
-- replaces this view.
create view sign_in_method as
  select account_id, 'passkey' as method, true as is_second_factor from passkey
  union all
  select account_id, 'single-sign-on', false from sign_on_identity;
