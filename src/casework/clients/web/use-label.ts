import { useTranslation } from 'react-i18next'

/** A contract's title in the reader's language; the English one comes from the contract. */
export function useLabel() {
  const { t } = useTranslation('clients')
  return (title: string) => t(`fields.${title}`, { defaultValue: title })
}
