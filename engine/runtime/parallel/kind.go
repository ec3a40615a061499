package parallel

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"runtime"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Kind is a kind of job: a function that, with settings S, computes an answer Out from an input In. Both
// the command that sends jobs and the workers use it:
//
//	kind := parallel.Kind[settings, question, answer]{Name: "double", Open: open}
//	team, err := kind.Team(ctx, farm, settings, workers, here, check)
//	for out, err := range parallel.MapBy(ctx, team, questions, team.Do) { … }
//
// Settings are sent as compressed JSON. An input or answer of type []byte is sent unchanged, a value of
// fixed size or a list of such values in little-endian order, and any other value as JSON.
type Kind[S, In, Out any] struct {
	Name string

	// Open returns the function for jobs with the given settings, whose paths are valid on the worker's machine.
	// file also finds shared data, see [Jobs].
	Open func(s S, file File) (Func[In, Out], error)

	// Files returns the settings with each path replaced by name(path); nil = the settings contain no paths.
	// name("") is "".
	Files func(s S, name File) (S, error)

	// Traits returns the special properties of jobs with the given settings; nil = none.
	Traits func(s S) (Traits, error)

	// Same reports whether two answers agree, see [Set]; nil = answers agree if they are equal.
	Same func(a, b Out) bool
}

// A Func computes an answer from an input.
type Func[In, Out any] = func(context.Context, In) (Out, error)

// A File function converts the name of a file. On the sender, it converts a path to a name in the set; on the
// worker, it converts that name to a path.
type File = func(name string) (string, error)

// Traits are special properties of jobs.
type Traits struct {
	Program string // program that the jobs start, such as an external engine; "" = none
	Varies  bool   // answers to the same job may differ
}

// TraitsOf returns the traits of jobs with the given agents. of reports whether the agent of a spec starts a
// program and whether its games are repeatable.
func TraitsOf(specs []string, of func(spec string) (program, repeats bool, err error)) (t Traits, err error) {
	for _, spec := range specs {
		program, repeats, err := of(spec)
		if err != nil {
			return t, err
		}
		if program && t.Program == "" {
			t.Program = fmt.Sprintf("agent %q", spec)
		}
		t.Varies = t.Varies || !repeats
	}
	return t, nil
}

// Set returns the set for jobs with the given settings.
func (k Kind[S, In, Out]) Set(s S) (set Set, err error) {
	set.Kind = k.Name
	if k.Traits != nil {
		t, err := k.Traits(s)
		if err != nil {
			return set, err
		}
		set.Programs, set.Varies = t.Program != "", t.Varies
	}
	if k.Same != nil {
		set.Same = func(a, b []byte) bool {
			first, errA := decode[Out](a)
			second, errB := decode[Out](b)
			return errA == nil && errB == nil && k.Same(first, second)
		}
	}
	local := s
	set.Here = func(file File) (Do, error) {
		do, err := k.Open(local, file)
		return k.bytes(do), err
	}
	if k.Files != nil {
		if s, err = k.files(s, func(path string) (string, error) { return set.addFile(path), nil }); err != nil {
			return set, err
		}
	}
	set.Settings, err = pack(s)
	return set, err
}

// on returns a function that sends an input as a job of an open set.
func (k Kind[S, In, Out]) on(jobs Jobs) Func[In, Out] {
	return func(ctx context.Context, in In) (out Out, err error) {
		job, err := encode(in)
		if err != nil {
			return out, err
		}
		answer, err := jobs.Do(ctx, job)
		if err != nil {
			return out, err
		}
		if out, err = decode[Out](answer); err != nil {
			return out, fmt.Errorf("answer to a job of kind %q: %w", k.Name, err)
		}
		return out, nil
	}
}

// A Team does jobs, in this process or on a farm.
type Team[In, Out any] struct {
	Do      Func[In, Out]
	Workers int // suggested number of concurrent jobs
	jobs    Jobs
}

// Team opens a set of jobs with the given settings. Without a farm, the given number of workers (0 = one per
// processor) call here(). With a farm, here verifies answers; nil = the function of Open. check returns an
// error if an answer is wrong; nil = accept every answer that can be decoded. The caller must end the team.
func (k Kind[S, In, Out]) Team(ctx context.Context, farm Farm, s S, workers int, here Func[In, Out],
	check func(In, Out) error) (*Team[In, Out], error) {
	if farm == nil {
		if workers == 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		return &Team[In, Out]{Do: here, Workers: workers}, nil
	}
	set, err := k.Set(s)
	if err != nil {
		return nil, err
	}
	if here != nil {
		set.Here = func(File) (Do, error) { return k.bytes(here), nil }
	}
	set.Check = func(job, answer []byte) error {
		in, err := decode[In](job)
		if err != nil {
			return err
		}
		out, err := decode[Out](answer)
		if err != nil || check == nil {
			return err
		}
		return check(in, out)
	}
	jobs, err := farm(ctx, set)
	if err != nil {
		return nil, err
	}
	return &Team[In, Out]{k.on(jobs), jobs.Ahead(), jobs}, nil
}

// Share sends data for later jobs, see [Jobs]. The team needs a farm.
func (t *Team[In, Out]) Share(ctx context.Context, data []byte) (name string, err error) {
	return t.jobs.Share(ctx, data)
}

// End ends the work of a team. A non-nil err is the reason why the work is incomplete; End returns it.
// nil means that the work is complete and the answers of its jobs are no longer needed.
func (t *Team[In, Out]) End(err error) error {
	if t.jobs != nil && err == nil {
		return t.jobs.Close()
	}
	if t.jobs != nil {
		t.jobs.Leave()
	}
	return err
}

// window is the number of items per worker that may be started or finished while the oldest is unfinished. A
// job that is slow, or repeated for verification, therefore does not block the others.
const window = 4

// MapBy is [Map] with the workers of a team. do may call team.Do. MapBy ends the team.
func MapBy[T, R, In, Out any](ctx context.Context, team *Team[In, Out], seq iter.Seq[T],
	do Func[T, R]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for out, err := range Map(ctx, team.Workers, window*team.Workers, seq, do) {
			if !yield(out, err) || err != nil {
				_ = team.End(errLeft)
				return
			}
		}
		if err := team.End(nil); err != nil {
			var none R
			yield(none, err)
		}
	}
}

// errLeft ends a team after an error or after the caller stopped ranging.
var errLeft = errors.New("left")

// An AnyKind is a [Kind] for any types of settings, inputs and answers.
type AnyKind interface {
	opener(programs bool) (name string, open Opener)
}

// Openers returns the openers of kinds by name. They reject sets that start programs unless programs is set.
func Openers(programs bool, kinds ...AnyKind) map[string]Opener {
	openers := map[string]Opener{}
	for _, k := range kinds {
		name, open := k.opener(programs)
		openers[name] = open
	}
	return openers
}

func (k Kind[S, In, Out]) opener(programs bool) (name string, open Opener) {
	return k.Name, func(text []byte, file File) (Do, func(), error) {
		do, err := k.open(text, programs, file)
		if err != nil {
			return nil, nil, fmt.Errorf("jobs of kind %q: %w", k.Name, err)
		}
		return k.bytes(do), nil, nil
	}
}

// bytes wraps do for encoded inputs and answers.
func (k Kind[S, In, Out]) bytes(do Func[In, Out]) Do {
	return func(ctx context.Context, job []byte) ([]byte, error) {
		in, err := decode[In](job)
		if err != nil {
			return nil, fmt.Errorf("a job of kind %q: %w", k.Name, err)
		}
		out, err := do(ctx, in)
		if err != nil {
			return nil, err
		}
		return encode(out)
	}
}

// open returns the function for jobs with the encoded settings.
func (k Kind[S, In, Out]) open(text []byte, programs bool, file File) (Func[In, Out], error) {
	s, err := unpack[S](text)
	if err == nil && k.Traits != nil {
		var t Traits
		if t, err = k.Traits(s); err == nil && t.Program != "" && !programs {
			err = fmt.Errorf("%s: %w", t.Program, ErrPrograms)
		}
	}
	if err == nil && k.Files != nil {
		s, err = k.files(s, file)
	}
	if err != nil {
		return nil, err
	}
	return k.Open(s, file)
}

// files returns the settings with their files renamed.
func (k Kind[S, In, Out]) files(s S, name File) (S, error) {
	return k.Files(s, func(path string) (string, error) {
		if path == "" {
			return "", nil
		}
		return name(path)
	})
}

// maxSettings is the maximum size of settings as JSON, in bytes.
const maxSettings = 1 << 30

// pack encodes settings.
func pack(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed) // no error, because the level is valid
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// unpack decodes settings encoded by pack.
func unpack[T any](packed []byte) (v T, err error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxSettings))
	if err == nil {
		err = durable.Strict(text, &v)
	}
	if err != nil {
		err = fmt.Errorf("settings: %w", err)
	}
	return v, err
}

// encode encodes an input or an answer.
func encode(v any) ([]byte, error) {
	switch data, plain := v.([]byte); {
	case plain:
		return data, nil
	case binary.Size(v) >= 0:
		return binary.Append(nil, binary.LittleEndian, v)
	}
	return json.Marshal(v)
}

// decode decodes a value of type T that encode encoded.
func decode[T any](data []byte) (v T, err error) {
	switch into := any(&v).(type) {
	case *[]byte:
		*into = data
		return v, nil
	}
	if binary.Size(v) < 0 {
		return v, durable.Strict(data, &v)
	}
	if list := reflect.ValueOf(&v).Elem(); list.Kind() == reflect.Slice {
		n := len(data) / max(binary.Size(reflect.Zero(list.Type().Elem()).Interface()), 1)
		list.Set(reflect.MakeSlice(list.Type(), n, n))
	}
	if want := binary.Size(v); len(data) != want {
		return v, fmt.Errorf("%d bytes, want %d", len(data), want)
	}
	_, err = binary.Decode(data, binary.LittleEndian, &v)
	return v, err
}
