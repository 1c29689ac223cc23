import type { TFunction } from 'i18next'

/** Seconds in words; above a minute, whole minutes: "2 minutes", "45 seconds". */
export const secondsWords = (t: TFunction<'account-safety'>, seconds: number) =>
  seconds > 60 ? t('idle.minutes', { count: Math.ceil(seconds / 60) }) : t('idle.seconds', { count: seconds })
