import { Button, TextInput, Title } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";
import type { MacMapping } from "./host-networks.ts";

/** Which card of the machine is called what. */
export function MacTable({
  macs,
  isEditable,
  onChange,
}: Readonly<{ macs: readonly MacMapping[]; isEditable: boolean; onChange: (macs: readonly MacMapping[]) => void }>) {
  const t = texts.staticNetwork;
  const set = (index: number, change: Partial<MacMapping>) =>
    onChange(macs.map((one, place) => (place === index ? { ...one, ...change } : one)));
  const isWrong = (mac: string) => mac !== "" && !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac.trim());
  return (
    <>
      <Title headingLevel="h3" size="md" className="mu-subtitle">
        {t.macs}
      </Title>
      <p className="mu-muted">{t.macsHelp}</p>
      <table className="mu-macs">
        <thead>
          <tr>
            <th scope="col">{t.nic}</th>
            <th scope="col">{t.mac}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {macs.map(({ mac, nic }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
            <tr key={index}>
              <td>
                <TextInput
                  aria-label={`${t.nic} ${index + 1}`}
                  value={nic}
                  isDisabled={!isEditable}
                  onChange={(_, text) => set(index, { nic: text })}
                />
              </td>
              <td>
                <TextInput
                  aria-label={`${t.mac} ${index + 1}`}
                  placeholder="02:00:00:00:00:0a"
                  value={mac}
                  isDisabled={!isEditable}
                  validated={isWrong(mac) ? "error" : "default"}
                  onChange={(_, text) => set(index, { mac: text })}
                />
              </td>
              <td>
                {isEditable && (
                  <Button
                    variant="link"
                    isDanger
                    aria-label={t.removeMac(nic)}
                    onClick={() => onChange(macs.filter((_, place) => place !== index))}
                  >
                    {texts.general.remove}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isEditable && (
        <Button variant="link" isInline onClick={() => onChange([...macs, { mac: "", nic: `eth${macs.length}` }])}>
          {t.addMac}
        </Button>
      )}
    </>
  );
}
