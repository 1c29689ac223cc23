import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Offer } from '../safe-contact-policy.ts'
import classes from './safe-contact.module.css'
import { momentText } from './when-text.ts'

/** Says which ways are not offered, and why. */
export function NotOffered({ offer: { refused } }: { offer: Pick<Offer, 'refused'> }) {
  const { t, i18n } = useTranslation('safe-contact')
  if (refused.length === 0) return null
  const stops = (refusal: string) => refused.some((one) => one.refusal === refusal)
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'conjunction' })
  const unsafe = refused.filter(({ refusal }) => refusal === 'unsafe' || refusal === 'not-asked')
  const later = refused.find(({ nextOn }) => nextOn)?.nextOn
  return (
    <div className={classes.notOffered}>
      <IconShieldExclamation size={20} aria-hidden />
      <div>
        {stops('do-not-contact') && <p>{t('offer.do-not-contact')}</p>}
        {unsafe.length > 0 && (
          <p>{t('offer.unsafe', { ways: list.format(unsafe.map(({ way }) => t(`offer.${way}`))) })}</p>
        )}
        {later && <p>{correctTimesIn(t('offer.next', { when: momentText(later) }))}</p>}
      </div>
    </div>
  )
}
