import type { TFunction } from 'i18next'
import type { Whereabouts } from '../my-session.ts'

/** A device in words: "Safari on iOS". */
export const deviceWords = (t: TFunction<'account-safety'>, { browser, system }: Whereabouts) =>
  browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknownDevice'))

export const placeWords = (t: TFunction<'account-safety'>, { place, ip }: Whereabouts) =>
  t(`sessions.place.${place}`, { ip })
