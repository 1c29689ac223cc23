import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionAnchor } from '#ui/action.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

/**
 * Shown instead of a screen that is for other roles: who it is for, and a link to continue. @param title the screen's
 * title
 */
export function NoAccessScreen({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={<IconLock aria-hidden />}
        title={t('noAccess.title')}
        action={<ActionAnchor href="/home">{t('failed.home')}</ActionAnchor>}
      >
        {t('noAccess.text')}
      </EmptyState>
    </>
  )
}
