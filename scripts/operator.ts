import process from 'node:process';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { forgetPreviousRoot, loadKeys, rotateRoot } from '../src/lib/server/auth/root-secrets.ts';
import { foundOrganization, setAllOrgs } from '../src/lib/server/console/operator.ts';
import { forgetSender, listContactMessages } from '../src/lib/server/contact-messages/contact-messages.service.ts';
import { createBus } from '../src/lib/server/events/bus.ts';
import { type Config, parseConfig } from '../src/lib/server/kernel/config.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { createLogger } from '../src/lib/server/kernel/log.ts';
import { makeFilesPrivate } from '../src/lib/server/kernel/private-files.ts';
import { failStart, StartError } from '../src/lib/server/kernel/start-problem.ts';
import { createMailer } from '../src/lib/server/mail/mailer.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';

/**
 * What whoever hosts the installation does beside the running server, on the same `DATA_DIR` or `DATABASE_URL`. Mails go out through the
 * server, which looks for them every half minute. Exit: 0 done, 1 refused, 2 called wrongly.
 */
const USAGE = `npm run operator -- organization NAME OWNER_EMAIL [--workspace NAME] [--locale cs|en|sk] [--time-zone ZONE]
npm run operator -- all-organizations EMAIL on|off
npm run operator -- messages
npm run operator -- forget-messages EMAIL
npm run operator -- rotate-secret
npm run operator -- forget-previous-secret`;

function usage(): never {
  console.error(USAGE);
  process.exit(2);
}

const COMMANDS = ['organization', 'all-organizations', 'messages', 'forget-messages', 'rotate-secret', 'forget-previous-secret'];
/** Messages of the contact form that are shown. */
const SHOWN = 50;

function optionsOf(args: string[]): { plain: string[]; option(name: string, otherwise: string): string } {
  const plain = args.filter((arg, i) => !arg.startsWith('--') && !args[i - 1]?.startsWith('--'));
  return {
    plain,
    option(name, otherwise) {
      const at = args.indexOf(`--${name}`);
      return at < 0 ? otherwise : (args[at + 1] ?? usage());
    },
  };
}

/** Known once they are read: what goes wrong then is told by its setting. */
let settings: Config | undefined;

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  const { plain, option } = optionsOf(args);
  if (!COMMANDS.includes(command ?? '')) usage();
  makeFilesPrivate();
  const config = parseConfig(process.env);
  settings = config;
  const log = createLogger('fatal');
  const db = openDatabase(config, { clock: systemClock, log });
  try {
    await db.migrate();
    const bus = createBus({ clock: systemClock });
    const base = { config, db, clock: systemClock, ids: systemIds, log, bus, keys: await loadKeys(config, db, systemClock) };
    const mail = createMailer(base);
    if (command === 'messages') {
      const messages = await listContactMessages({ db }, SHOWN);
      for (const { created_at, name, email, topic, message } of messages)
        console.log(`${new Date(created_at / 1000).toISOString()} ${name} <${email}> ${topic}\n${message.replace(/^/gm, '  ')}\n`);
      if (messages.length === 0) console.log('Nobody wrote by the contact form.');
      return;
    }
    if (command === 'forget-messages') {
      const email = plain[0] ?? usage();
      console.log(`${await forgetSender({ db }, email)} messages of ${email} are deleted.`);
      return;
    }
    if (command === 'rotate-secret') {
      const { from } = await rotateRoot(config, db, systemClock);
      console.log(
        `A new secret signs from ${new Date(from / 1000).toISOString()}. Nobody is signed out: what the one before signed stays good until the next rotate-secret, or forget-previous-secret.`,
      );
      return;
    }
    if (command === 'forget-previous-secret') {
      await forgetPreviousRoot(config, db, systemClock);
      console.log(
        'What the secret before signed is worth nothing within half a minute. Who did not come since the rotation signs in again.',
      );
      return;
    }
    const [first = usage(), second = usage()] = plain;
    if (command === 'organization') {
      const locale = LOCALES.find((known) => known === option('locale', 'cs')) ?? usage();
      const { slug } = await foundOrganization(
        { ...base, mail: { ...mail, kick: () => undefined } },
        {
          name: first,
          email: second,
          workspace: option('workspace', first),
          locale: locale as Locale,
          timeZone: option('time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone),
        },
      );
      console.log(`${first} (${slug}) is founded; its owner is invited by mail to ${second}.`);
    } else {
      if (second !== 'on' && second !== 'off') usage();
      const done = await setAllOrgs(base, first, second === 'on');
      if (!done) throw new StartError(`There is no account of ${first}.`);
      console.log(second === 'on' ? `${first} may choose any organisation now.` : `${first} sees his own organisations only.`);
    }
    await mail.stop();
  } finally {
    await db.close();
  }
}

main().catch((error: unknown) => failStart(error, settings));
