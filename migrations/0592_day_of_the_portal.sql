-- The calendar day in the portal's time zone.
create function portal_day() returns date language sql stable parallel safe
  return (now() at time zone (select time_zone from report_calendar))::date;
