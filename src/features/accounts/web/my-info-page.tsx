import { useTranslation } from 'react-i18next'
import { PageHeading } from '#ui/page-heading.tsx'

/** The specification gives this page a heading and nothing else. */
export function Screen() {
  const { t } = useTranslation('accounts')
  return <PageHeading title={t('myInfo.title')} />
}
