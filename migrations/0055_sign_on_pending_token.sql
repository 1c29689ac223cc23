-- Signing out at the provider needs its ID token also after a first sign-in that was linked by mail. Who is waiting signs in anew.
delete from sign_on_pending;
alter table sign_on_pending add column id_token_sealed text not null;
