import { dayAt } from '#platform/schema/zone-time.ts'

/** A time zone where the calendar day is not the one of UTC now, and its days. */
export function zoneOfAnotherDay() {
  const zone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const day = (daysFromNow: number) => dayAt(zone, Date.now() + daysFromNow * 86_400_000)
  return { zone, day }
}
