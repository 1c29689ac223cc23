import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import classes from './organization-field.module.css'
import { type OrganizationName, useOrganizationSearch } from './use-organization-search.ts'

interface OrganizationFieldProps {
  label: string
  name: string
  /** The text typed: the name of a new organization, unless an existing one is selected. */
  text: string
  chosen: OrganizationName | null
  error: string | undefined
  onType: (text: string) => void
  onChoose: (organization: OrganizationName) => void
}

/** The name of an organization: select an existing one while typing, or enter a new one. */
export function OrganizationField({ label, name, text, chosen, error, onType, onChoose }: OrganizationFieldProps) {
  const { t } = useTranslation('registration')
  const [isTouched, setTouched] = useState(false)
  const search = useOrganizationSearch(text, isTouched && chosen === null)
  const { isSearching, hasFailed } = search
  const { options: organizations, field } = useSuggestions({ found: search.organizations, hasFailed }, text)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      field.onDropdownClose()
    },
  })
  const isShown = organizations.length > 0 && chosen === null
  const isNew = isTouched && chosen === null && !isSearching && !hasFailed && text.trim().length > 2
  const choose = (id: string) => {
    const organization = organizations.find((o) => o.id === id)
    if (organization) onChoose(organization)
    combobox.closeDropdown()
  }
  const status = isSearching
    ? t('organization.searching')
    : isShown
      ? t('organization.found', { count: organizations.length })
      : ''
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute aria-expanded={isShown && combobox.dropdownOpened}>
        <TextInput
          name={name}
          label={label}
          description={t('organization.organizationHelp')}
          error={error}
          withAsterisk
          aria-required
          autoComplete="off"
          maxLength={200}
          value={text}
          leftSection={<IconBuildingCommunity aria-hidden="true" size={20} />}
          rightSection={isSearching ? <Loader size={18} aria-hidden="true" /> : null}
          onChange={(e) => {
            setTouched(true)
            onType(e.currentTarget.value)
            combobox.openDropdown()
          }}
          onKeyDown={field.onKeyDown}
          inputContainer={field.inputContainer}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
          {organizations.map((o) => (
            <Combobox.Option key={o.id} value={o.id} className={classes.option ?? ''}>
              {o.name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
      <p className={classes.status} role="status">
        {status || (isNew ? t('organization.newName', { name: text.trim() }) : '')}
      </p>
    </Combobox>
  )
}
