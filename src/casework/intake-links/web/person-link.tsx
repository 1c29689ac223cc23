import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usableForms } from '#casework/intakes/web/fill-intake-public.tsx'
import type { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { offerOf } from '#casework/safe-contact/safe-contact-policy.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { LinkDialog } from './link-dialog.tsx'

interface PersonLinkProps {
  contactId: string
  /** As on record, e.g. `Spanish`. */
  language: string | null
  email: string | null
  phoneNumbers: string[]
  safeContact: SafeContact | null
}

/** Lets the person fill in a form themselves. */
export function PersonLink({ contactId, language, email, phoneNumbers, safeContact }: PersonLinkProps) {
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
          {...{ contactId, forms }}
          offer={offerOf(safeContact, { email, phoneNumbers })}
          language={spokenLanguage(language)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
