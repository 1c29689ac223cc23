import type { LegalSection } from '../legal-document.ts'

/** The chapters of the terms about risk, termination and law. */
export const termsRiskEn: LegalSection[] = [
  {
    id: 'privacy',
    heading: 'Privacy and Electronic Communications',
    blocks: [
      'The Privacy Policy explains how personal data is handled. It is part of these terms. You agree to receive notices about the Service electronically, by e-mail, in the portal, or by text message if you have chosen so, and agree that this satisfies any requirement that they be in writing.',
    ],
  },
  {
    id: 'intellectual-property',
    heading: 'Intellectual Property',
    blocks: [
      'The Service, its name, its marks and its design belong to the Provider or to those who have licensed them to the Provider. Software parts that are published under an open license may be used as that license says. No other right passes to you through these terms.',
    ],
  },
  {
    id: 'third-parties',
    heading: 'Services of Others',
    blocks: [
      'The Service links to, and works with, websites and services that others run. The Provider does not control them and does not answer for their content, their availability or what they do with data. Their own terms apply to your dealings with them.',
    ],
  },
  {
    id: 'disclaimer',
    heading: 'Disclaimer of Warranties',
    blocks: [
      'THE SERVICE IS PROVIDED “AS IS” AND “AS AVAILABLE”. AS FAR AS THE LAW ALLOWS, THE PROVIDER GIVES NO WARRANTY OF ANY KIND, EXPRESS, IMPLIED OR STATUTORY, INCLUDING WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE, TITLE AND NON-INFRINGEMENT. THE PROVIDER DOES NOT WARRANT THAT THE SERVICE WILL BE UNINTERRUPTED, SECURE OR FREE OF ERRORS, OR THAT INFORMATION IN IT IS COMPLETE, CORRECT OR CURRENT.',
    ],
  },
  {
    id: 'liability',
    heading: 'Limitation of Liability',
    blocks: [
      'AS FAR AS THE LAW ALLOWS, THE PROVIDER, ITS PARTNERS, AND THE PEOPLE WHO WORK FOR THEM ARE NOT LIABLE FOR INDIRECT, INCIDENTAL, SPECIAL, CONSEQUENTIAL OR PUNITIVE DAMAGES, OR FOR LOST PROFITS, DATA OR GOODWILL, THAT ARISE FROM THE SERVICE OR FROM THESE TERMS, WHATEVER THE LEGAL GROUND, AND EVEN IF THEY WERE TOLD THAT SUCH DAMAGES WERE POSSIBLE.',
      'THE PROVIDER’S TOTAL LIABILITY TO YOU FOR ALL CLAIMS TOGETHER IS LIMITED TO $50 US (FIFTY UNITED STATES DOLLARS).',
      'Some places do not allow certain warranties or damages to be excluded. There, these limits apply only as far as the law permits. Nothing in these terms limits liability that cannot be limited by law.',
    ],
  },
  {
    id: 'indemnification',
    heading: 'Indemnification',
    blocks: [
      'As far as the law allows, you will compensate the Provider for claims of others, with reasonable legal costs, that arise because you broke these terms, misused the Service, or infringed the rights of another person. This does not apply to Clients who use the Service only in order to get help for themselves or their family.',
    ],
  },
  {
    id: 'termination',
    heading: 'Term and Termination',
    blocks: [
      'These terms apply from your first use of the Service until they are terminated. Either party may terminate them at any time, at its own discretion, for any reason or for none. You do so by asking the Provider at {email} to close your Account and by no longer using the Service. The Provider does so by closing or suspending your access, with or without notice.',
      'When these terms end, your right to use the Service ends with them. What by its nature should last continues to apply, in particular the chapters on Client Information, confidentiality, content, warranties, liability, indemnification and governing law.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to These Terms',
    blocks: [
      'The Provider may change these terms at any time without notice. The version published in the portal is the one that applies. If you use the Service after a change, you accept the changed terms; if you do not accept them, you must stop using the Service. Please look at this page from time to time.',
    ],
  },
  {
    id: 'governing-law',
    heading: 'Governing Law and Jurisdiction',
    blocks: [
      'These terms are governed by the law of the State of New York, without regard to its rules on conflicts of law. The state and federal courts in Erie County, New York, have exclusive jurisdiction over any dispute that arises from these terms or from the Service, and you agree to the jurisdiction of those courts.',
    ],
  },
  {
    id: 'general',
    heading: 'General',
    blocks: [
      {
        list: [
          {
            term: 'Whole agreement',
            text: 'These terms and the Privacy Policy are the whole agreement between you and the Provider about your individual access. Agreements between the Provider and your Organization stand beside them.',
          },
          {
            term: 'Severability',
            text: 'If a provision turns out to be invalid, the others remain in force, and the invalid one is applied as far as the law permits.',
          },
          { term: 'No waiver', text: 'A right that is not used at once is not given up.' },
          {
            term: 'Transfer',
            text: 'You may not transfer these terms. The Provider may transfer them to whoever takes over the Service.',
          },
          {
            term: 'Events beyond control',
            text: 'Neither party answers for delay or failure that events beyond its reasonable control have caused.',
          },
          {
            term: 'Language',
            text: 'These terms are published in English and in Spanish. If the two differ, the English text applies, unless the law requires otherwise.',
          },
        ],
      },
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    blocks: ['Questions about these terms reach the Provider at {email}.'],
  },
]
