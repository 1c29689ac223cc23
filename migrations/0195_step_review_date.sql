-- Until when somebody put a referral on hold stays in its history, also once it went on.
alter table referral_event add column review_on date;
