import { useTranslation } from 'react-i18next'
import type { PhoneLine } from '../service-search.ts'
import classes from './directory.module.css'

/** A number as a link to call or text. */
export function PhoneLink({ phone }: { phone: PhoneLine }) {
  const { t } = useTranslation('services')
  const digits = phone.number.replace(/[^\d+]/g, '')
  const shown = phone.extension
    ? `${phone.number} ${t('service.extension', { extension: phone.extension })}`
    : phone.number
  if (phone.type === 'fax' || digits.length < 3) return <span>{shown}</span>
  const address =
    phone.type === 'text'
      ? `sms:${digits}`
      : `tel:${digits}${phone.extension ? `;ext=${phone.extension.replace(/\D/g, '')}` : ''}`
  return (
    <a
      href={address}
      className={classes.phone}
      aria-label={phone.type === 'text' ? undefined : t('service.call', { number: shown })}
    >
      {shown}
    </a>
  )
}
