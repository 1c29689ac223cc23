-- The link that ties a provider's identity to an account is one more one-time link by mail. It works only in the browser
-- where the sign-in began, and ends with every other link that was mailed for its account.
alter table account_token
  add column browser_hash text,
  drop constraint account_token_purpose_check,
  add constraint account_token_purpose_check
    check (purpose in ('confirm-email', 'reset-password', 'admin-reset', 'link-sign-in')),
  add constraint account_token_browser_check check ((browser_hash is not null) = ('link-sign-in' = purpose));

insert into account_token (code_hash, account_id, purpose, browser_hash, expires_on, created_on)
select link.code_hash, link.account_id, 'link-sign-in', link.browser_hash, pending.expires_on, link.created_on
from sign_on_link link join sign_on_pending pending on pending.browser_hash = link.browser_hash;

create index account_token_browser on account_token (browser_hash) where browser_hash is not null;
drop table sign_on_link;
