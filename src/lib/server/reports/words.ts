import i18next, { type i18n } from 'i18next';
import csAlarms from '../../../../locales/cs/alarms.json' with { type: 'json' };
import csCalibrations from '../../../../locales/cs/calibrations.json' with { type: 'json' };
import csDataloggers from '../../../../locales/cs/dataloggers.json' with { type: 'json' };
import csMarks from '../../../../locales/cs/marks.json' with { type: 'json' };
import csOperations from '../../../../locales/cs/operations.json' with { type: 'json' };
import csRecordings from '../../../../locales/cs/recordings.json' with { type: 'json' };
import csReports from '../../../../locales/cs/report-file.json' with { type: 'json' };
import csSensorTypes from '../../../../locales/cs/sensor-types.json' with { type: 'json' };
import csStandards from '../../../../locales/cs/standards.json' with { type: 'json' };
import enAlarms from '../../../../locales/en/alarms.json' with { type: 'json' };
import enCalibrations from '../../../../locales/en/calibrations.json' with { type: 'json' };
import enDataloggers from '../../../../locales/en/dataloggers.json' with { type: 'json' };
import enMarks from '../../../../locales/en/marks.json' with { type: 'json' };
import enOperations from '../../../../locales/en/operations.json' with { type: 'json' };
import enRecordings from '../../../../locales/en/recordings.json' with { type: 'json' };
import enReports from '../../../../locales/en/report-file.json' with { type: 'json' };
import enSensorTypes from '../../../../locales/en/sensor-types.json' with { type: 'json' };
import enStandards from '../../../../locales/en/standards.json' with { type: 'json' };
import skAlarms from '../../../../locales/sk/alarms.json' with { type: 'json' };
import skCalibrations from '../../../../locales/sk/calibrations.json' with { type: 'json' };
import skDataloggers from '../../../../locales/sk/dataloggers.json' with { type: 'json' };
import skMarks from '../../../../locales/sk/marks.json' with { type: 'json' };
import skOperations from '../../../../locales/sk/operations.json' with { type: 'json' };
import skRecordings from '../../../../locales/sk/recordings.json' with { type: 'json' };
import skReports from '../../../../locales/sk/report-file.json' with { type: 'json' };
import skSensorTypes from '../../../../locales/sk/sensor-types.json' with { type: 'json' };
import skStandards from '../../../../locales/sk/standards.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import { formatter } from '../../i18n/format.ts';
import type { T } from '../../i18n/index.ts';

let words: i18n | undefined;

/** An i18next of its own: reports are also made where no page was ever rendered, which is what loads the site's. */
function load(): i18n {
  const own = i18next.createInstance();
  void own.init({
    initAsync: false,
    fallbackLng: false,
    resources: {
      cs: {
        alarms: csAlarms,
        calibrations: csCalibrations,
        dataloggers: csDataloggers,
        marks: csMarks,
        recordings: csRecordings,
        'report-file': csReports,
        'sensor-types': csSensorTypes,
        operations: csOperations,
        standards: csStandards,
      },
      en: {
        alarms: enAlarms,
        calibrations: enCalibrations,
        dataloggers: enDataloggers,
        marks: enMarks,
        recordings: enRecordings,
        'report-file': enReports,
        'sensor-types': enSensorTypes,
        operations: enOperations,
        standards: enStandards,
      },
      sk: {
        alarms: skAlarms,
        calibrations: skCalibrations,
        dataloggers: skDataloggers,
        marks: skMarks,
        recordings: skRecordings,
        'report-file': skReports,
        'sensor-types': skSensorTypes,
        operations: skOperations,
        standards: skStandards,
      },
    },
    interpolation: { escapeValue: false },
  });
  return own;
}

/** The words of reports and of the pages that they equal, in one locale; numbers that are filled in are written as in that language. */
export function reportWords(locale: Locale): T {
  words ??= load();
  const fixed = words.getFixedT(locale) as unknown as (key: string, options?: object) => string;
  const { number } = formatter(locale, 'UTC');
  return (key, params) =>
    fixed(
      key,
      params && {
        ...(typeof params.count === 'number' ? { count: params.count } : {}),
        replace: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
        ),
      },
    );
}
