-- Codes by e-mail count no longer as second factor of somebody who enrolled an app or a passkey, where a role or an
-- organization says so. Of a role without a word of its own: yes for those of the platform and of support, else no.
alter table organization add column refuse_email_codes boolean not null default false;
alter table role_setting add column refuse_email_codes boolean;

-- The password was set by a mailed link, of an account that had a second factor. Until its owner shows that factor, a code
-- by e-mail would make the mailbox both factors.
alter table account add column password_by_link boolean not null default false;
