import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formLanguageOf, usableForms } from '#casework/intakes/web/fill-intake-public.tsx'
import { LinkDialog } from './link-dialog.tsx'

interface PersonLinkProps {
  contactId: string
  /** As on record, e.g. `Spanish`. */
  language: string | null
  email: string | null
  phoneNumber: string | null
}

/** Lets the person fill in a form themselves. */
export function PersonLink({ contactId, language, email, phoneNumber }: PersonLinkProps) {
  const { t } = useTranslation('intake-links')
  const [isOpen, setOpen] = useState(false)
  const { data: forms = [] } = useQuery(usableForms)
  if (!forms.length) return null
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconDeviceMobile size={18} aria-hidden />}
        onClick={() => setOpen(true)}
        style={{ justifySelf: 'start' }}
      >
        {t('staff.byLink')}
      </Button>
      {isOpen && (
        <LinkDialog
          {...{ contactId, forms, email, phoneNumber }}
          language={formLanguageOf(language)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
