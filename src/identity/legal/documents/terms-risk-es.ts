import type { LegalSection } from '../legal-document.ts'

/** The chapters of the terms about risk, termination and law. */
export const termsRiskEs: LegalSection[] = [
  {
    id: 'privacy',
    heading: 'Privacidad y comunicaciones electrónicas',
    blocks: [
      'La Política de privacidad explica cómo se tratan los datos personales y forma parte de estos términos. Usted acepta recibir los avisos sobre el Servicio por medios electrónicos, por correo, en el portal o por mensaje de texto si así lo eligió, y acepta que ello satisface todo requisito de que consten por escrito.',
    ],
  },
  {
    id: 'intellectual-property',
    heading: 'Propiedad intelectual',
    blocks: [
      'El Servicio, su nombre, sus marcas y su diseño pertenecen al Proveedor o a quienes le han otorgado una licencia. Las partes de software publicadas con una licencia abierta pueden usarse según lo que esa licencia dispone. Ningún otro derecho pasa a usted por estos términos.',
    ],
  },
  {
    id: 'third-parties',
    heading: 'Servicios de otros',
    blocks: [
      'El Servicio contiene enlaces a sitios y servicios de otros y trabaja con ellos. El Proveedor no los controla y no responde por su contenido, su disponibilidad ni lo que hacen con los datos. A su trato con ellos se aplican sus propios términos.',
    ],
  },
  {
    id: 'disclaimer',
    heading: 'Exclusión de garantías',
    blocks: [
      'EL SERVICIO SE OFRECE “TAL CUAL” Y “SEGÚN DISPONIBILIDAD”. EN LA MEDIDA EN QUE LA LEY LO PERMITA, EL PROVEEDOR NO DA GARANTÍAS DE NINGÚN TIPO, EXPRESAS, IMPLÍCITAS O LEGALES, INCLUIDAS LAS DE COMERCIABILIDAD, IDONEIDAD PARA UN FIN DETERMINADO, TITULARIDAD Y NO INFRACCIÓN. EL PROVEEDOR NO GARANTIZA QUE EL SERVICIO SEA ININTERRUMPIDO, SEGURO O LIBRE DE ERRORES, NI QUE LA INFORMACIÓN QUE CONTIENE SEA COMPLETA, CORRECTA O ACTUAL.',
    ],
  },
  {
    id: 'liability',
    heading: 'Limitación de responsabilidad',
    blocks: [
      'EN LA MEDIDA EN QUE LA LEY LO PERMITA, EL PROVEEDOR, SUS SOCIOS Y LAS PERSONAS QUE TRABAJAN PARA ELLOS NO RESPONDEN POR DAÑOS INDIRECTOS, INCIDENTALES, ESPECIALES, CONSECUENTES O PUNITIVOS, NI POR LA PÉRDIDA DE GANANCIAS, DATOS O BUEN NOMBRE, QUE SURJAN DEL SERVICIO O DE ESTOS TÉRMINOS, SEA CUAL SEA EL FUNDAMENTO JURÍDICO Y AUNQUE SE LES HUBIERA ADVERTIDO DE QUE TALES DAÑOS ERAN POSIBLES.',
      'LA RESPONSABILIDAD TOTAL DEL PROVEEDOR ANTE USTED POR TODAS LAS RECLAMACIONES EN CONJUNTO SE LIMITA A $50 US (CINCUENTA DÓLARES ESTADOUNIDENSES).',
      'En algunos lugares no se permite excluir ciertas garantías o daños. Allí estos límites se aplican solo en la medida en que la ley lo permita. Nada en estos términos limita una responsabilidad que la ley no permite limitar.',
    ],
  },
  {
    id: 'indemnification',
    heading: 'Indemnización',
    blocks: [
      'En la medida en que la ley lo permita, usted resarcirá al Proveedor de las reclamaciones de otros, con los gastos legales razonables, que surjan porque usted incumplió estos términos, usó indebidamente el Servicio o infringió los derechos de otra persona. Esto no se aplica a los Clientes que usan el Servicio solo para obtener ayuda para sí mismos o para su familia.',
    ],
  },
  {
    id: 'termination',
    heading: 'Duración y terminación',
    blocks: [
      'Estos términos se aplican desde que usa el Servicio por primera vez hasta que se les ponga fin. Cualquiera de las partes puede ponerles fin en cualquier momento, a su entera discreción, por cualquier motivo o sin motivo. Usted lo hace pidiendo al Proveedor en {email} que cierre su Cuenta y dejando de usar el Servicio. El Proveedor lo hace cerrando o suspendiendo su acceso, con aviso o sin él.',
      'Cuando estos términos terminan, termina con ellos su derecho a usar el Servicio. Sigue en vigor lo que por su naturaleza debe perdurar, en especial los capítulos sobre la Información de los Clientes, la confidencialidad, el contenido, las garantías, la responsabilidad, la indemnización y la ley aplicable.',
    ],
  },
  {
    id: 'changes',
    heading: 'Cambios en estos términos',
    blocks: [
      'El Proveedor puede cambiar estos términos en cualquier momento sin previo aviso. La versión publicada en el portal es la que se aplica. Si usa el Servicio después de un cambio, acepta los términos modificados; si no los acepta, debe dejar de usar el Servicio. Consulte esta página de vez en cuando.',
    ],
  },
  {
    id: 'governing-law',
    heading: 'Ley aplicable y jurisdicción',
    blocks: [
      'Estos términos se rigen por la ley del estado de Nueva York, sin tener en cuenta sus normas sobre conflicto de leyes. Los tribunales estatales y federales del condado de Erie, Nueva York, tienen jurisdicción exclusiva sobre toda controversia que surja de estos términos o del Servicio, y usted se somete a la jurisdicción de esos tribunales.',
    ],
  },
  {
    id: 'general',
    heading: 'Disposiciones generales',
    blocks: [
      {
        list: [
          {
            term: 'Acuerdo completo',
            text: 'Estos términos y la Política de privacidad son el acuerdo completo entre usted y el Proveedor sobre su acceso individual. Los acuerdos entre el Proveedor y su Organización existen junto a ellos.',
          },
          {
            term: 'Divisibilidad',
            text: 'Si una disposición resulta inválida, las demás siguen en vigor, y la inválida se aplica en la medida en que la ley lo permita.',
          },
          { term: 'Sin renuncia', text: 'No se renuncia a un derecho por no ejercerlo de inmediato.' },
          {
            term: 'Cesión',
            text: 'Usted no puede ceder estos términos. El Proveedor puede cederlos a quien se haga cargo del Servicio.',
          },
          {
            term: 'Hechos fuera de control',
            text: 'Ninguna de las partes responde por demoras o incumplimientos causados por hechos que escapan a su control razonable.',
          },
          {
            term: 'Idioma',
            text: 'Estos términos se publican en inglés y en español. Si difieren, se aplica el texto en inglés, salvo que la ley disponga otra cosa.',
          },
        ],
      },
    ],
  },
  {
    id: 'contact',
    heading: 'Contacto',
    blocks: ['Las preguntas sobre estos términos llegan al Proveedor en {email}.'],
  },
]
