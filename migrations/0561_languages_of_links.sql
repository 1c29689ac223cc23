-- The language in which somebody last asked for a code on a link: mails to this address are in it.
alter table referral_invitation add column language text
  constraint referral_invitation_language_check check (language in ('en', 'es'));
create index referral_invitation_language on referral_invitation (email, created_on) where language is not null;
